// Entry of the page on provable chance, and the check of a game: this browser draws everything again, from the key, the players'
// numbers and the number of each draw, and says whether that is what happened.

import { explain, get } from "./net/api.ts";
import { ROOT } from "./net/root.ts";
import type { ChanceProof, ProvenDraw } from "./net/types.ts";
import { find, make, setText } from "./ui/dom.ts";
import { drawOutcome, hex, hmac, sha256 } from "./ui/draws.ts";
import { startFront } from "./ui/front.ts";
import { local } from "./ui/storage.ts";

startFront();
const form = find<HTMLFormElement>("#check");
const field = find<HTMLInputElement>("[name=game]", form);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void check();
});
field.value = new URLSearchParams(location.search).get("game") ?? "";
if (field.value) void check();

async function check(): Promise<void> {
  showSentence("");
  find("#proof").hidden = true;
  const id = field.value.trim().split(/[?#]/)[0]?.split("/").pop() ?? "";
  if (!crypto.subtle) return showSentence("insecure");
  try {
    await show(id, await get<ChanceProof>(`/api/replays/${encodeURIComponent(id)}/chance`));
  } catch (error) {
    setText(find("[data-said=refused]"), explain(error).text);
    showSentence("refused");
  }
}

async function show(id: string, proof: ChanceProof): Promise<void> {
  const rows = await Promise.all(proof.draws.map((draw) => drawnAgain(id, proof, draw)));
  const wrong = rows.findIndex(({ right }) => !right);
  const savedPromise = local.get(`quartier.promise.${id}`);
  find("#promise").textContent = proof.promise;
  find("#key").textContent = proof.key;
  find("#numbers").replaceChildren(...proof.nonces.map((nonce) => make("li", {}, make("code", {}, nonce || "–"))));
  find("#draws").replaceChildren(...rows.map(({ row }) => row));
  find("#proof").hidden = false;
  if ((await sha256(proof.key)) !== proof.promise) return showSentence("broken");
  if (savedPromise && savedPromise !== proof.promise) return showSentence("another");
  if (wrong < 0 && proof.draws.some(({ weights }) => !weights.length)) return showSentence("partly");
  if (wrong < 0) return showSentence(savedPromise ? "kept" : "right");
  setText(find("[data-said=wrong] [data-number]"), String((proof.draws[wrong]?.at ?? 0) + 1));
  showSentence("wrong");
}

/** A row that shows a draw: its number, what was drawn, and what comes out here. */
async function drawnAgain(id: string, { key, nonces }: ChanceProof, draw: ProvenDraw) {
  const bytes = await hmac(key, `${nonces.join(",")}:${draw.number}`);
  const counted = draw.weights.length > 0;
  const right = !counted || drawOutcome(bytes, draw.weights) === draw.chosen;
  const event = make("a", { href: `${ROOT}/replay/${id}?at=${draw.at + 1}` }, String(draw.at + 1));
  const cells = [String(draw.number), make("code", {}, hex(bytes)), draw.text, counted ? (right ? "✓" : "✗") : "–"];
  return {
    right,
    row: make("tr", {}, make("th", { scope: "row" }, event), ...cells.map((cell) => make("td", {}, cell))),
  };
}

/** Show one of the sentences of the page, or none. */
function showSentence(which: string): void {
  for (const sentence of document.querySelectorAll<HTMLElement>("[data-said]"))
    sentence.hidden = sentence.dataset.said !== which;
}
