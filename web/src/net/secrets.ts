// Seat secrets that this browser was given: needed for links to the same seat on another device. The cookie that
// plays the seat is the server's and out of reach of scripts; these copies serve only to show the links.
import { local } from "../ui/storage.ts";

const PREFIX = "quartier.secrets.";

function key(table: string): string {
  return PREFIX + table;
}

export function keepSecret(table: string, seat: number, secret: string): void {
  local.save(key(table), { ...secretsOf(table), [seat]: secret });
}

export function secretsOf(table: string): Record<string, string> {
  return (local.load(key(table)) ?? {}) as Record<string, string>;
}

export function dropSecrets(table: string): void {
  local.remove(key(table));
}
