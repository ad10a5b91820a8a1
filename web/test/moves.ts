// Legal moves, views and log lines, made up for the tests.
import type { Choice, LogLine, Seat, View } from "../src/net/types.ts";

/** A move with its paths, each a string of ids: choice("H@a", "hand-H block-a"). */
export function choice(move: string, ...paths: string[]): Choice {
  return {
    move,
    paths: paths.map((path) => path.split(" ")),
    label: move,
    ghost: "",
    points: "",
    verb: "",
    gain: "",
    brings: "",
    at_once: false,
  };
}

/** The same move, one that needs no Confirm. */
export function atOnce(move: string, ...paths: string[]): Choice {
  return { ...choice(move, ...paths), at_once: true };
}

export const ONE = [choice("H@a", "hand-H block-a"), choice("H@b", "hand-H block-b"), choice("S@a", "hand-S block-a")];
export const TURNED = [
  ...[0, 1, 2].map((turned) => choice(`T${turned}@x`, "hand-T space-x")),
  choice("T0@y", "hand-T space-y"),
];
export const LONG = [
  choice("go", "step-1 side-2"),
  choice("go A", "step-1 side-2 marker-A"),
  choice("go B", "step-1 side-2 marker-B"),
];
export const NUMBERS = [...[3, 4, 5].map((n) => choice(`bid ${n}`, `number-bid-${n}`)), choice("pass", "button-pass")];

/** A way on whose usual side is played by its touch, a place that needs Confirm, and the end of the turn. */
export const FREE = [
  atOnce("dig+", "step-1"),
  choice("dig-", "step-1"),
  choice("drive", "space-x"),
  choice("turn", "space-x"),
  atOnce("end", "button-end"),
];

/** A view in which seat 0 is to move, with what the test needs to be different. */
export function view(different: Partial<View> = {}): View {
  return {
    goal: { aim: "", progress: "", warning: "" },
    id: "test",
    title: { name: "city_blocks", text: "City Blocks" },
    version: 1,
    lang: "en",
    viewer: { seat: 0, seats: [0] },
    code: null,
    opener: false,
    access: "link",
    waiting: null,
    cancelled: false,
    hushed: false,
    plans: false,
    evaluated: false,
    parts: { board: "<svg/>", aside: "", hand: "<svg/>" },
    covered: null,
    turn: {
      actors: [0],
      yours: true,
      prompt: "Place a building",
      asks: {},
      steps: {},
      afterwards: {},
      headline: "Ada is to move",
    },
    seats: [seat(0), seat(1)],
    choices: ONE,
    hints: false,
    rated: false,
    log: [],
    time: null,
    undo: null,
    restart: false,
    takeback: null,
    absence: null,
    over: null,
    rematch: null,
    setup: { options: {}, described: [], board: null, scoring: [] },
    effects: [],
    chance: null,
    links: { record: "", rules: "", replay: null, results: null },
    ...different,
  };
}

export const OVER = { winners: [0], headline: "Ada has won", scores: [7, 5], reason: "" };

export function seat(number: number, different: Partial<Seat> = {}): Seat {
  return {
    seat: number,
    look: number,
    name: ["Ada", "Bea"][number] ?? "",
    kind: "human",
    bot: null,
    level: null,
    character: "",
    face: `face-${number}`,
    rating: null,
    provisional: false,
    guest: false,
    mark: "",
    online: true,
    thinking: false,
    time: null,
    score: 0,
    sources: [],
    yours: number === 0,
    substituted: false,
    may_return: false,
    kept: false,
    ...different,
  };
}

export function line(seq: number, actor: LogLine["actor"], text = "H@a"): LogLine {
  return {
    seq,
    actor,
    look: actor === "*" ? null : actor,
    name: "",
    text,
    line: text,
    places: [],
    sound: "",
    ends: false,
  };
}
