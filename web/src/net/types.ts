// The JSON that the server sends. The client trusts these shapes and knows nothing of what they mean in a game.

export type TouchPath = string[];

/** One legal move: the ids to touch in order (alternatives), what to say, and a preview. */
export interface Choice {
  move: string;
  paths: TouchPath[];
  label: string;
  /** SVG fragment in board coordinates, drawn into the board's #ghost. */
  ghost: string;
  /** Points it brings, such as "+7", or "". */
  points: string;
}

export interface Seat {
  seat: number;
  /** Which of the common looks (colour and sign) the seat has. */
  look: number;
  name: string;
  kind: "human" | "bot" | "open";
  bot: string | null;
  /** The bot's level in a word. */
  level: string | null;
  /** What the bot's level was measured to be worth at this title. */
  rating: number | null;
  online: boolean;
  thinking: boolean;
  score: number;
  /** Where the score comes from: [label, points]. */
  sources: [string, number][];
  yours: boolean;
  /** A bot plays for the person whose seat it is; whether that person can take it back. */
  substituted: boolean;
  may_return: boolean;
  invite_url?: string;
  qr?: string;
}

export interface LogLine {
  seq: number;
  actor: number | "*";
  /** The look of the actor's seat; null for chance. */
  look: number | null;
  name: string;
  /** The event as it stands in the record, as far as the viewer may see it. */
  text: string;
  /** The event in words. */
  line: string;
}

export interface Over {
  winners: number[];
  headline: string;
  scores: number[];
  reason: string;
}

export interface View {
  id: string;
  title: { name: string; text: string };
  version: number;
  lang: string;
  viewer: { seat: number | null; seats: number[] };
  parts: { board: string; hand: string };
  /** The viewer's seat knows something that not everybody may know. */
  secrets: boolean;
  turn: { actors: (number | "*")[]; yours: boolean; prompt: string; headline: string };
  seats: Seat[];
  choices: Choice[];
  /** The viewer may ask for good moves. */
  hints: boolean;
  log: LogLine[];
  undo: null | "free" | "ask";
  /** The turn has several moves that can be taken back together. */
  restart: boolean;
  takeback: null | { seat: number };
  /** The question whether a bot plays for `seat`; who has not answered yet. */
  absence: null | { asker: number; seat: number; missing: number[] };
  over: null | Over;
  rematch: null | { asked: number[]; url?: string };
  setup: { options: Record<string, unknown>; described: { text: string; value: string }[]; board: string | null };
  /** Which bots can play for somebody, weakest first, and the one that is offered first. */
  bots: { levels: { name: string; text: string }[]; usual: string };
  links: { record: string; rules: string; replay: string | null };
}

/** A position of a replay: a view in which nobody acts any more. */
export interface ReplayView
  extends Omit<View, "seats" | "version" | "turn" | "secrets" | "choices" | "hints" | "bots" | "over" | "absence"> {
  at: number;
  total: number;
  line: string;
  seats: Pick<Seat, "seat" | "look" | "name" | "level" | "score" | "sources">[];
  over: null | Omit<Over, "headline">;
}

/** One of the best moves: `value` is the share of the win that it promises (alone: points), `promise` the same in words. */
export interface Hint {
  move: string;
  label: string;
  value: number;
  promise: string;
}

/** A gain or a loss: the number, and how it is said. */
export interface Balance {
  name: string;
  value: number;
  text: string;
}

export interface CostlyDecision {
  /** As it stands on the curve. */
  number: number;
  event: number;
  label: string;
  best: string;
  best_label: string;
  cost: string;
}

export interface ReviewedSeat {
  seat: number;
  look: number;
  name: string;
  /** Luck, own choices, and those of others. */
  balances: Balance[];
  costly: CostlyDecision[];
}

/** How far the review of a game is; with the last fields once it is ready. */
export interface ReviewState {
  status: "none" | "running" | "failed" | "ready";
  /** 0 to 1 */
  part: number;
  curve?: string;
  seats?: ReviewedSeat[];
  note?: string;
}

/** What the seats along the top show. */
export interface Seating {
  seats: Seat[];
  viewer: { seats: number[] };
  turn: { actors: (number | "*")[] };
  over: null | { winners: number[] };
}

/** What the server says when it refuses. */
export interface Refusal {
  code?: string;
  text: string;
  rule?: string;
  link?: string;
}

export interface SentEvent {
  seq: number;
  actor: number | "*";
  text: string;
  line: string;
}

export interface MadeSeat {
  seat: number;
  kind: string;
  invite?: string;
  invite_url?: string;
  qr?: string;
  secret?: string;
}

export interface MadeTable {
  id: string;
  url: string;
  seats: MadeSeat[];
}
