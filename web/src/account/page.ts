// The account: a guest makes one or signs in; its owner sees where it is signed in, and the ways in. The server words nearly
// all of it in the page; here it is filled in and sent.

import { explain, get, post } from "../net/api.ts";
import { signedIn } from "../net/my-tables.ts";
import { isMadeUp, playerName, rememberName } from "../net/player.ts";
import { ROOT } from "../net/root.ts";
import type { Account, Passkey, RecoveryCodes, SignedInAt, Visitor } from "../net/types.ts";
import { button, copyText, find, findAll, make, setText } from "../ui/dom.ts";
import { whenSent } from "../ui/forms.ts";
import { local, session } from "../ui/storage.ts";
import { ngettext, t } from "../ui/translations.ts";
import { guestTables, moveIn } from "./moving.ts";
import { canUsePasskeys, enrol, signIn } from "./passkeys.ts";
import { applySettings, collectSettings } from "./settings.ts";

export async function startAccount(): Promise<void> {
  for (const form of findAll<HTMLFormElement>("form[data-post]"))
    whenSent(form, (fields) => AFTER[form.dataset.post ?? ""]?.(fields as Words) ?? Promise.resolve());
  press("[data-sign-out]", () => leave(false));
  press("[data-forget]", () => leave(true));
  press("[data-end-others]", () => end({}));
  press("[data-move]", takeOver);
  press("[data-copy-codes]", copyCodes);
  press("[data-new-by-passkey]", newByPasskey, find("form[data-post=register] .problem"));
  press("[data-sign-in-by-passkey]", signInByPasskey, find("form[data-post=sign-in] .problem"));
  press("[data-add-passkey]", addPasskey);
  for (const part of findAll("[data-passkeys]")) part.hidden = !canUsePasskeys();
  const name = playerName();
  // Made-up names belong to guests: the server refuses them.
  if (!isMadeUp(name)) find<HTMLInputElement>("[data-post=register] [name=name]").value = name;
  await attempt(async () => show((await get<Visitor>("/api/account")).account));
}

function press(selector: string, act: () => Promise<void>, problem?: HTMLElement): void {
  find(selector).addEventListener("click", () => void attempt(act, problem));
}

/** Do something; what goes wrong is said where it belongs. */
async function attempt(act: () => Promise<void>, problem = find("#account-problem")): Promise<void> {
  setText(problem, "");
  await act().catch((error) => setText(problem, explain(error).text));
}

// --- What is sent -------------------------------------------------------------------------------------------------------

/** The fields of the account's forms hold words. */
type Words = Record<string, string>;

const AFTER: Record<string, (body: Words) => Promise<void>> = {
  register: async (body) => beginAccount(await post<Visitor>("/api/account/register", body)),
  "sign-in": async (body) => enter(await post<Visitor>("/api/account/sign-in", body)),
  recover: async (body) => enter(await post<Visitor>("/api/account/recover", body)),
  name: async (body) => {
    show((await post<Visitor>("/api/account/name", body)).account);
    rememberName(body.name ?? "");
  },
  password: async (body) => show((await post<Visitor>("/api/account/password", body)).account),
  delete: async (body) => {
    await post("/api/account/delete", body);
    reloadSignedOut(`${ROOT}/account?gone`);
  },
  forget: async () => {
    // A table that is gone, or knows nothing of this device, has nothing to forget.
    for (const id of await guestTables()) await post(`/api/tables/${id}/forget`, {}).catch(() => {});
    await leave(true);
  },
  codes: async (body) => showCodes((await post<RecoveryCodes>("/api/account/codes", body)).codes),
};

/** An account is new: what the device has and likes goes there. */
async function beginAccount({ account }: Visitor): Promise<void> {
  rememberName(account?.name ?? "");
  show(account);
  await attempt(async () => {
    await post("/api/account/settings", { settings: collectSettings() });
    await moveIn();
  });
  if (!goBack(next())) await offerToMove();
}

/** The page for which somebody needed an account. */
function next(): string | null {
  return new URLSearchParams(location.search).get("next");
}

/** Back to a page of ours from which somebody has come here; whether there is one. */
function goBack(from: string | null): boolean {
  const { origin, pathname, href } = new URL(from ?? "", location.href);
  const ours = origin === location.origin && pathname !== location.pathname;
  if (ours) location.assign(href);
  return ours;
}

async function newByPasskey(): Promise<void> {
  const visitor = await enrol(find<HTMLInputElement>("[data-post=register] [name=name]").value);
  if (visitor) await beginAccount(visitor);
}

async function signInByPasskey(): Promise<void> {
  const visitor = await signIn();
  if (visitor) enter(visitor);
}

async function addPasskey(): Promise<void> {
  const visitor = await enrol("", find<HTMLInputElement>("#passkey-password").value);
  if (visitor) show(visitor.account);
}

async function removePasskey(id: string): Promise<void> {
  const current = find<HTMLInputElement>("#passkey-password").value;
  show((await post<Visitor>("/api/account/passkeys/remove", { id, current })).account);
}

/** Somebody comes back: the page is as they like it. */
function enter({ account }: Visitor): void {
  const changed = account && applySettings(account.settings);
  rememberName(account?.name ?? "");
  signedIn(account?.name ?? null);
  if (goBack(next() ?? document.referrer)) return;
  if (changed) location.reload();
  else show(account);
}

async function leave(forget: boolean): Promise<void> {
  await post("/api/account/sign-out", forget ? { forget } : {});
  if (forget) {
    local.clear();
    session.clear();
  }
  reloadSignedOut();
}

/** Nobody is signed in here any more. */
function reloadSignedOut(to = location.href): void {
  signedIn(null);
  location.assign(to);
}

async function end(which: { id?: string }): Promise<void> {
  show((await post<Visitor>("/api/account/sessions/end", which)).account);
}

async function takeOver(): Promise<void> {
  await moveIn();
  await offerToMove();
}

// --- What is shown ------------------------------------------------------------------------------------------------------

function show(account: Account | null): void {
  signedIn(account?.name ?? null);
  find("#guest").hidden = account !== null;
  find("#owner").hidden = account === null;
  void attempt(offerToMove);
  if (!account) return;
  find("[data-name]").textContent = account.name;
  find("[data-sessions]").replaceChildren(...account.sessions.map(device));
  find("[data-own-passkeys]").replaceChildren(...account.passkeys.map(passkey));
  setText(find("[data-passkeys-heading]"), ngettext("{count} passkey", "{count} passkeys", account.passkeys.length));
  find("[data-end-others]").hidden = account.sessions.length < 2;
  setText(find("[data-password-heading]"), account.has_password ? t("Change password") : t("Set a password"));
  const none = t("No recovery codes yet");
  const some = codesLeft(account.codes);
  setText(find("[data-codes-heading]"), account.codes ? some : none);
  for (const field of findAll("[data-current]")) field.hidden = !account.has_password;
}

/** How many tables this device knows that are nobody's account's yet. */
async function offerToMove(): Promise<void> {
  const count = (await guestTables()).length;
  const text = ngettext(
    "{count} game from this device will move to your account.",
    "{count} games from this device will move to your account.",
    count,
  );
  for (const field of findAll("[data-moving]")) {
    setText(field, text);
    field.hidden = !count;
  }
  find("[data-moving-offer]").hidden = !count;
}

function device({ id, device, since, seen, here }: SignedInAt): HTMLElement {
  const name = make("strong", {}, device || t("Unknown device"));
  const when = here
    ? t("this device, signed in on {day}", { day: day(since) })
    : t("last used {day}", { day: day(seen) });
  const label = device || t("Unknown device");
  const parts = [name, make("span", { class: "quiet" }, when)];
  if (!here)
    parts.push(
      button(t("Sign out"), () => void attempt(() => end({ id })), {
        "aria-label": t("Sign out {device}", { device: label }),
      }),
    );
  return make("li", {}, ...parts);
}

function passkey({ id, device, since, used }: Passkey): HTMLElement {
  const label = device || t("Unknown device");
  const when = t("added {day}, last used {last}", { day: day(since), last: day(used) });
  const remove = button(t("Remove"), () => void attempt(() => removePasskey(id)), {
    "aria-label": t("Remove the passkey for {device}", { device: label }),
  });
  return make("li", {}, make("strong", {}, label), make("span", { class: "quiet" }, when), remove);
}

function day(at: number): string {
  return new Date(at * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}

function codesLeft(count: number): string {
  return ngettext("{count} recovery code left", "{count} recovery codes left", count);
}

let codes: string[] = [];

function showCodes(recoveryCodes: string[]): void {
  codes = recoveryCodes;
  find("[data-codes]").hidden = false;
  const list = find(".codes");
  list.replaceChildren(...codes.map((code) => make("li", {}, code)));
  setText(find("[data-codes-heading]"), codesLeft(codes.length));
  list.focus();
}

async function copyCodes(): Promise<void> {
  await copyText(codes.join("\n"), find("[data-copy-codes]"), t("Copied"));
}
