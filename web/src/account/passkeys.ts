// Passkeys: the device signs what the server asks. Offered where the browser can: on secure pages that have a name, not a number,
// for an address; everywhere else there are passwords.
import { post, Unreachable } from "../net/api.ts";
import type { PasskeyAsked, Visitor } from "../net/types.ts";

export function canUsePasskeys(): boolean {
  const named = !/^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && named && typeof PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
}

/** A passkey for a new account of this name, or for the one that is signed in. Undefined where the person wants none after all. */
export async function enrol(name: string, current = ""): Promise<Visitor | undefined> {
  const { options } = await post<PasskeyAsked>("/api/account/passkeys/new", { name });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = await requestCredential(navigator.credentials.create({ publicKey }));
  return credential ? await post<Visitor>("/api/account/passkeys/enrol", { credential, name, current }) : undefined;
}

/** Sign in by whichever passkey the person chooses. */
export async function signIn(): Promise<Visitor | undefined> {
  const { options } = await post<PasskeyAsked>("/api/account/passkeys/ask", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const credential = await requestCredential(navigator.credentials.get({ publicKey }));
  return credential ? await post<Visitor>("/api/account/passkeys/sign-in", { credential }) : undefined;
}

/** What the device says; undefined when it was told to stop, or the passkey is there already. */
async function requestCredential(coming: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await coming) as PublicKeyCredential | null)?.toJSON();
  } catch (error) {
    if (error instanceof Unreachable || !(error instanceof DOMException)) throw error;
    return undefined;
  }
}
