// Whether somebody is signed in here, and as whom: what this device was told last. The server decides; this only saves asking.
const KEY = "quartier.account";

export function signedIn(name: string | null): void {
  if (name === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, name);
}

export function accountName(): string | null {
  return localStorage.getItem(KEY);
}
