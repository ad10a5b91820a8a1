// The picture of a finished game: drawn by the server as SVG, made a PNG here, to be saved, or shared where the browser can.
import { ROOT } from "../net/root.ts";
import type { View } from "../net/types.ts";
import { button, make } from "../ui/dom.ts";
import { theme } from "../ui/settings.ts";
import { t } from "../ui/translations.ts";

const [WIDTH, HEIGHT] = [1080, 1350];

/** Show the picture, and what can be done with it. */
export function offerPicture(view: View): void {
  document.querySelector("#keepsake")?.remove();
  const address = addressOf(view);
  const image = make("img", { src: address, alt: view.over?.headline ?? "", width: "540", height: "675" });
  const status = make("p", { role: "status" });
  const popover = make("div", { id: "keepsake", class: "popover keepsake", popover: "auto", role: "dialog" });
  popover.setAttribute("aria-label", t("Picture to share"));
  const name = `${view.title.name}-${view.id}.png`;
  const act = (deed: (file: File) => Promise<void>): void => {
    status.textContent = "";
    png(address, name)
      .then(deed)
      .catch((problem: unknown) => {
        const stopped = problem instanceof DOMException && problem.name === "AbortError"; // the share sheet was closed
        if (!stopped) status.textContent = t("Couldn’t create the picture.");
      });
  };
  const save = button(t("Save picture"), () => act(download), { class: "primary" });
  const pass = button(t("Share picture"), () => act((file) => navigator.share({ files: [file] })));
  const close = button(t("Close"), () => popover.hidePopover());
  popover.append(image, make("div", { class: "row" }, close, ...(canShare(name) ? [pass] : []), save), status);
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "closed") popover.remove();
  });
  document.body.append(popover);
  popover.showPopover();
  save.focus();
}

function addressOf(view: View): string {
  const seat = view.viewer.seat === null ? "" : `&seat=${view.viewer.seat}`;
  const dark = theme() === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme() === "dark";
  return `${ROOT}/api/replays/${view.id}/picture?lang=${view.lang}&theme=${dark ? "dark" : "light"}${seat}`;
}

function canShare(name: string): boolean {
  return navigator.canShare?.({ files: [new File([], name, { type: "image/png" })] }) ?? false;
}

/** The drawing as a PNG. */
async function png(address: string, name: string): Promise<File> {
  const drawing = new Image(WIDTH, HEIGHT);
  drawing.src = address;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(drawing, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("no picture");
  return new File([blob], name, { type: "image/png" });
}

async function download(file: File): Promise<void> {
  const address = URL.createObjectURL(file);
  const link = make("a", { href: address, download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
