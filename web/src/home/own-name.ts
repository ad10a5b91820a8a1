// Before the first invitation the host chooses a name: a friend who reads a made-up one does not know who invites.
import { isMadeUp, playerName, rememberName } from "../net/player.ts";
import { find } from "../ui/dom.ts";

/** Ask for the player's name unless it was chosen before. Returns false when the question is closed without an answer. */
export async function askOwnName(): Promise<boolean> {
  if (!isMadeUp(playerName())) return true;
  const dialog = find<HTMLDialogElement>("#own-name");
  const field = find<HTMLInputElement>("input", dialog);
  field.placeholder = playerName();
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (dialog.returnValue !== "invite") return false;
  if (field.value.trim()) rememberName(field.value);
  document.dispatchEvent(new Event("named"));
  return true;
}
