// Which addresses mean this computer and no other: a friend's phone would look for the game on itself.

/** Whether only this computer can open an absolute address. */
export function isLocalhost(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
