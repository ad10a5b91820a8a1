// Small helpers for the page's elements.
import { loadPart } from "./update.ts";

/** The first element that matches; an error when the template lacks it. */
export function find<E extends Element = HTMLElement>(selector: string, root: ParentNode = document): E {
  const element = root.querySelector<E>(selector);
  if (!element) throw new Error(`the page lacks ${selector}`);
  return element;
}

export function findAll<E extends Element = HTMLElement>(selector: string, root: ParentNode = document): E[] {
  return [...root.querySelectorAll<E>(selector)];
}

/** A new element with attributes and children; texts become text nodes, so names can never become markup. */
export function make(
  tag: string,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Change text only when it differs, so that live regions stay silent otherwise. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A move's label: what follows its first comma is there for ears only, since the board shows it. */
export function labelParts(label: string): (Node | string)[] {
  const [name = "", ...rest] = label.split(/(?=, )/);
  return [name, make("span", { class: "unseen" }, ...rest)];
}

/** A button that calls `act` when it is pressed. */
export function button(label: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const element = make("button", { type: "button", ...attributes }, label) as HTMLButtonElement;
  element.addEventListener("click", act);
  return element;
}

/** Copy a text and say so on the button for a moment; false where the browser lets no page do it. */
export async function copyText(text: string, from: HTMLElement, done: string): Promise<boolean> {
  if (!(await copyToClipboard(text))) return false;
  const caption = from.querySelector(".word") ?? from;
  if (caption.textContent === done) return true;
  const label = caption.textContent;
  caption.textContent = done;
  setTimeout(() => (caption.textContent = label), 1600);
  return true;
}

/** The end of an address that says: the invitation is on the clipboard. */
export const COPIED = "#copied";

/** Put a text on the clipboard; false where the browser lets no page do it. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard is closed to pages without TLS (a host on the home network): select and copy instead. */
function copyBySelection(text: string): boolean {
  const field = make("textarea", { class: "unseen" }) as HTMLTextAreaElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Load a style sheet that is not needed at once; a second time it is there already. */
export function loadStyle(href: string | undefined): Promise<void> {
  return loadPart(() => addStyle(href));
}

async function addStyle(href: string | undefined): Promise<void> {
  if (!href || findAll<HTMLLinkElement>("link").some((each) => each.getAttribute("href") === href)) return;
  const link = make("link", { rel: "stylesheet", href });
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(href));
    });
    document.head.append(link);
  });
}
