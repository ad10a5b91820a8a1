// Ways to a seat for somebody else, or on another device: a code, links to copy or send, QR codes.
import { isLocalhost } from "../net/localhost.ts";
import type { Seat, View } from "../net/types.ts";
import { button, COPIED, copyText, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

export function section(heading: string, ...children: (Node | string)[]): HTMLElement {
  const parts = children.map((child) => (typeof child === "string" ? make("p", {}, child) : child));
  return make("section", {}, make("h2", {}, heading), ...parts);
}

/** The ways to the free seats of a table, for whoever opened it; `more` stands below each invitation. */
export function invitations({ code, seats }: View, more: (seat: Seat) => Node[] = () => []): HTMLElement[] {
  const open = seats.filter((seat) => seat.kind === "open" && seat.invite_url);
  return [...(code && open.length ? [codePart(code)] : []), ...open.map((seat) => invitation(seat, more(seat)))];
}

/** Six letters to say aloud. */
function codePart(code: string): HTMLElement {
  const letters = make("p", { class: "letters", role: "img", "aria-label": [...code].join(", ") }, code);
  return section(t("Table code"), letters, t("Anyone can join by entering this code on the home page."));
}

/** Invite a friend to a free seat: link to copy or send, and a QR code for somebody beside you. */
function invitation(seat: Seat, more: Node[]): HTMLElement {
  const address = new URL(seat.invite_url ?? "", location.href).href;
  const parts: Node[] = [linkRow(address, t("Invitation link"), location.hash === COPIED), ...warnings(address)];
  if (seat.qr) parts.push(qrPicture(seat.qr));
  return section(t("Invite a friend"), t("The first person to open this link gets the open seat."), ...parts, ...more);
}

function qrPicture(svg: string): HTMLElement {
  const picture = make("div", { class: "qr", role: "img", "aria-label": t("QR code for the invitation link") });
  picture.innerHTML = svg;
  picture.firstElementChild?.setAttribute("aria-hidden", "true");
  return picture;
}

/** What is said beside a link that leads nowhere on the device that it is meant for. */
export function warnings(address: string): HTMLElement[] {
  if (!isLocalhost(address)) return [];
  const sign = make("span", { "aria-hidden": "true" }, "⚠");
  const text = t(
    "This link works only on this computer. To reach it from other devices on your network, start Quartier with --host 0.0.0.0.",
  );
  return [make("p", { class: "warning" }, sign, text)];
}

/** A link to send or copy; `copied`: it is on the clipboard already. */
export function linkRow(address: string, label: string, copied = false): HTMLElement {
  const field = make("input", { readonly: "", value: address, "aria-label": label }) as HTMLInputElement;
  field.addEventListener("focus", () => field.select());
  const copy = button(copied ? t("Copied") : t("Copy"), () => void copyLink(field, copy));
  const share = (): void => void navigator.share({ url: address }).catch(() => undefined);
  const send = "share" in navigator ? [button(t("Send"), share, { class: "primary" })] : [];
  return make("div", { class: "row link" }, field, ...send, copy);
}

/** Pages without TLS may have no clipboard: then the link is marked, to be copied by hand. */
async function copyLink(field: HTMLInputElement, from: HTMLElement): Promise<void> {
  if (await copyText(field.value, from, t("Copied"))) return;
  field.focus();
  field.select();
  const hint = make("p", { class: "by-hand", role: "status" }, t("Copy the selected link yourself."));
  if (!field.parentElement?.querySelector(".by-hand")) field.parentElement?.append(hint);
}
