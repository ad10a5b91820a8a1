// Provable chance: once the promise is known, this device adds a number of its own for each of its seats, and remembers what
// was promised, so that nobody can say later that it was something else.
import { post } from "../net/api.ts";
import { newId } from "../net/outbox.ts";
import type { View } from "../net/types.ts";
import { local } from "../ui/storage.ts";

const BYTES = 16;

/** Seats whose number is on its way. */
const sent = new Set<number>();

export async function addNonces(base: string, { id, chance, viewer }: View): Promise<void> {
  if (!chance) return;
  local.set(key(id), promiseSeen(id) ?? chance.promise);
  for (const seat of chance.wanted.filter((each) => viewer.seats.includes(each) && !sent.has(each))) {
    sent.add(seat);
    const wish = { seat, nonce: number(), client_move_id: newId() };
    await post(`${base}/nonce`, wish).catch(() => sent.delete(seat)); // the next view asks again
  }
}

/** What was promised when this device saw the table first; null if it did not see it before the end. */
export function promiseSeen(id: string): string | null {
  return local.get(key(id));
}

function key(id: string): string {
  return `quartier.promise.${id}`;
}

function number(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
