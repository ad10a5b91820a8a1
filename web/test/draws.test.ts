import { strictEqual } from "node:assert";
import { test } from "node:test";
import { drawOutcome, hex, hmac, sha256 } from "../src/ui/draws.ts";

test("a draw is what Python makes of it", async () => {
  const key = "00".repeat(32);
  strictEqual(await sha256(key), "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55");
  strictEqual(hex(await hmac(key, "aa,:3")).slice(0, 16), "9eac9d32791ffd32");
  strictEqual(drawOutcome(await hmac(key, "aa,:3"), Array(1000).fill(1)), 721);
});

test("what weighs nothing never comes", async () => {
  const bytes = await hmac("k", "0");
  strictEqual(drawOutcome(bytes, [0, 0, 5]), 2);
});
