// A small bubble that names a piece: after a moment under the mouse, a long press, or keyboard focus. It only repeats
// what the piece's label says, so nobody needs it to play.
import { find, make } from "../ui/dom.ts";

const LINGER = 650; // ms

let timer = 0;

function labelled(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest("svg [aria-label]") ?? undefined) : undefined;
}

function show(element: Element): void {
  const text = element.getAttribute("aria-label");
  if (!text) return;
  hide();
  const bubble = make("div", { class: "bubble", "aria-hidden": "true" }, text);
  document.body.append(bubble);
  place(bubble, element.getBoundingClientRect());
}

/** Above the piece when there is room, else below; always inside the window. */
function place(bubble: HTMLElement, box: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const left = Math.min(Math.max(8, box.x + box.width / 2 - width / 2), innerWidth - width - 8);
  const above = box.y - height - 8;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above > 8 ? above : box.bottom + 8}px`;
}

export function hide(): void {
  clearTimeout(timer);
  document.querySelector(".bubble")?.remove();
}

function showLater(event: Event): void {
  const element = labelled(event.target);
  hide();
  if (element) timer = window.setTimeout(() => show(element), LINGER);
}

export function watchBubbles(selector: string): void {
  const root = find(selector);
  root.addEventListener("pointerover", showLater);
  root.addEventListener("pointerleave", hide);
  root.addEventListener("pointerup", hide);
  root.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") showLater(event);
    else hide();
  });
  root.addEventListener("focusin", (event) => {
    const element = labelled(event.target);
    if (element?.matches(":focus-visible")) show(element);
  });
  root.addEventListener("focusout", hide);
  root.addEventListener("contextmenu", (event) => {
    if (document.querySelector(".bubble")) event.preventDefault();
  });
}
