// Provable draws, as `quartier.core.fairness.provably_fair` makes them: HMAC-SHA256, splitmix64, and a place among weights.
const LOW64 = (1n << 64n) - 1n;
const text = new TextEncoder();

/** What the key says of a draw: 32 bytes. */
export async function hmac(key: string, message: string): Promise<Uint8Array> {
  const secret = await crypto.subtle.importKey("raw", text.encode(key), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, text.encode(message)));
}

export async function sha256(message: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text.encode(message))));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Which of several outcomes with these weights comes, by the first 64 bits of what the key says. */
export function drawOutcome(bytes: Uint8Array, weights: number[]): number {
  const total = weights.reduce((sum, each) => sum + each, 0);
  let left = Number(((splitmix64(BigInt(`0x${hex(bytes.slice(0, 8))}`)) >> 32n) * BigInt(total)) >> 32n);
  for (const [place, weight] of weights.entries()) {
    if (left < weight) return place;
    left -= weight;
  }
  return -1;
}

/** The next 64 random bits of splitmix64. */
function splitmix64(seed: bigint): bigint {
  let z = (seed + 0x9e3779b97f4a7c15n) & LOW64;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & LOW64;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & LOW64;
  return z ^ (z >> 31n);
}
