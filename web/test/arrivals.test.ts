// Views that come while moments of the past are on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../src/net/types.ts";
import { Arrivals } from "../src/table/arrivals.ts";
import { receiveView } from "../src/table/phase.ts";
import { Store } from "../src/table/store.ts";
import { line, view } from "./moves.ts";

/** What of a browser is asked for on the way. */
Object.assign(globalThis, {
  document: { hidden: false, documentElement: { lang: "en" } },
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: false }),
});

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

test("who goes while moments of the past are shown is away in the view that follows", async () => {
  const shown: View[] = [];
  const store = new Store(() => {});
  const arrivals: Arrivals = new Arrivals("", store, {
    show: async (due) => {
      shown.push(due);
      store.set(receiveView(store.phase, due, false));
    },
    showMoment: async () => arrivals.attend({ online: [0], spectators: 0 }),
    showPresence: () => {},
  });
  globalThis.fetch = async () => Response.json({ at: 1, parts: { board: "", hand: "" } });
  arrivals.attend({ online: [0, 1], spectators: 0 });
  arrivals.take(view({ version: 1 }));
  await pause(0);
  arrivals.take(view({ version: 3, log: [line(2, 1), line(3, 1)] }));
  while (shown.length < 2) await pause(10);
  assert.deepEqual(
    shown.map((each) => each.seats.map(({ online }) => online)),
    [
      [true, true],
      [true, false],
    ],
  );
});

test("a view that comes in the pause between two others is shown", async () => {
  const shown: number[] = [];
  const store = new Store(() => {});
  const arrivals: Arrivals = new Arrivals("", store, {
    show: async (due) => {
      shown.push(due.version);
      store.set(receiveView(store.phase, due, false));
      if (due.version === 1) arrivals.take(view({ version: 2 }));
      if (due.version === 1) setTimeout(() => arrivals.take(view({ version: 3 })), 20);
      await pause(0);
    },
    showMoment: async () => {},
    showPresence: () => {},
  });
  arrivals.take(view({ version: 1 }));
  for (let tries = 0; shown.at(-1) !== 3 && tries < 300; tries++) await pause(10);
  assert.equal(shown.at(-1), 3);
});

test("a bot's answer waits until what one's own move won has arrived, and a pause", async () => {
  const told: string[] = [];
  const store = new Store(() => {});
  let landed = 0;
  let answered = 0;
  const arrivals: Arrivals = new Arrivals("", store, {
    show: async (due) => {
      told.push(`begins ${due.version}`);
      if (due.version === 2) answered = Date.now();
      store.set(receiveView(store.phase, due, false));
      if (due.version === 1) arrivals.take(view({ version: 2 }));
      await pause(60); // the award flies
      landed ||= Date.now();
      told.push(`ends ${due.version}`);
    },
    showMoment: async () => {},
    showPresence: () => {},
  });
  arrivals.take(view({ version: 1 }));
  for (let tries = 0; told.length < 4 && tries < 300; tries++) await pause(10);
  assert.deepEqual(told, ["begins 1", "ends 1", "begins 2", "ends 2"]);
  assert.ok(answered - landed >= 240, `${answered - landed} ms`);
});
