// Written by web/contract.py from the models in src/quartier/server. Change those, never this file.

/** The rule that forbids a move. */
export interface IllegalMoveReason {
  /** Its id. */
  rule: string;
  text: string;
  /** To the rule in the rulebook. */
  link: string;
}

/** Why a request failed. */
export interface ErrorBody {
  code: string;
  text: string;
  /** The id of the rule that forbids the move. */
  rule?: string;
  /** To this rule. */
  link?: string;
}

/** Who looks at the table just now. */
export interface Presence {
  /** Seats with an open page. */
  online: number[];
  /** Open pages without a seat. */
  spectators: number;
}

/** How much time a seat has, at the moment when this was sent. */
export interface SeatTime {
  /** In seconds. */
  left: number;
  /** The seat is to move. */
  runs: boolean;
  /** For so many seconds it stands still, although it runs: a connection is lost, or somebody is on vacation. */
  waits: number;
  /** Days of vacation that the seat can still take; null at a live clock. */
  vacation: number | null;
  /** For so many seconds the seat is on vacation, whether it is to move or not. */
  away: number;
  /** In seconds, what the seat has left for all its turns, which vacation doesn't stop; null: no limit. */
  total: number | null;
}

/** How much time people have. */
export interface TimeControl {
  /** Such as "5 min + 10 s". */
  text: string;
  /** The same in full, and what happens to whoever runs out of it. */
  sentence: string;
  /** Played at one sitting; else over days. */
  live: boolean;
}

/** A seat's number, or chance. */
export type Actor = number | "*";

/** Who may watch a table: everybody, whoever has the link, or nobody while it is played. */
export type Access = "public" | "link" | "private";

/** What an event sounds like, as `core.text.sounds` names it. */
export type Sound = "" | "build" | "tile" | "line" | "drive" | "bid" | "hammer" | "dice" | "card" | "mark";

/** One legal move. */
export interface Choice {
  move: string;
  /** The ids to touch in order; several ways may lead to the same move. */
  paths: string[][];
  /** The move in spoken words. */
  label: string;
  /** SVG fragment in board coordinates, drawn into the board's #ghost. */
  ghost: string;
  /** Points it brings, such as "+7", or empty. */
  points: string;
  /** What the button does that plays it, such as "Build"; empty where the title does not say. */
  verb: string;
  /** What it brings in the title's own words, such as "+$7", "goal 5" or "0"; empty where that is open. */
  gain: string;
  /** The same in a sentence, with what it leads to; may be empty. */
  brings: string;
  /** Where moves aren't confirmed, its last touch plays it: it can be undone freely, or only ends a turn that has begun. */
  at_once: boolean;
}

export interface Seat {
  seat: number;
  /** Which of the common looks (colour and sign) the seat has. */
  look: number;
  name: string;
  /** It is kept for whoever is named, who has yet to come. */
  kept: boolean;
  /** Who plays it now. */
  kind: "human" | "bot" | "open";
  /** Name of the level of the bot that plays it now. */
  bot: string | null;
  /** The bot's level in a word; “Program” where somebody's program plays. */
  level: string | null;
  /** How the bot plays, in a sentence; may be empty. */
  character: string;
  /** What the bot's level was measured to be worth at this title; at a rated table, what the account was at first. */
  rating: number | null;
  /** That rating of an account is still uncertain. */
  provisional: boolean;
  /** The seat's person has no account. */
  guest: boolean;
  /** The mark beside another's name: the account's rating at a rated table, or that it is a guest; may be empty. */
  mark: string;
  /** The id of the page's symbol that shows who plays the seat now. */
  face: string;
  /** A bot plays for the person whose seat it is. */
  substituted: boolean;
  /** The person can take the seat back. */
  may_return: boolean;
  /** Somebody looks at the table from this seat just now; `Presence` tells when that changes. */
  online: boolean;
  /** A bot that is to move. */
  thinking: boolean;
  /** Null without clocks, and for whom they do not run: bots, and all after the end. */
  time: SeatTime | null;
  score: number;
  /** Where the score comes from: label and points. */
  sources: [string, number][];
  /** The device that asks holds this seat. */
  yours: boolean;
  /** For whoever opened the table, while the seat is open. */
  invite_url?: string;
  /** The same link as SVG. */
  qr?: string;
}

/** One event of the log. */
export interface TableEvent {
  seq: number;
  actor: Actor;
  /** The look of the actor's seat; null for chance. */
  look: number | null;
  /** The event as it stands in the record, as far as the viewer may see it. */
  text: string;
  /** The event in words; empty when it no longer counts. */
  line: string;
}

export interface LogLine extends TableEvent {
  /** Of the person or bot to whom the actor's seat belongs; empty for chance. */
  name: string;
  /** The touch ids (data-touch) on the viewer's board where the event happened; what is not on the board now is ignored. */
  places: string[];
  /** What it sounds like; empty: nothing. */
  sound: Sound;
  /** It did nothing but end a turn. */
  ends: boolean;
}

export interface TitleName {
  name: string;
  /** As one reads it. */
  text: string;
}

export interface Viewer {
  /** From which the table is looked at; null for a spectator. */
  seat: number | null;
  /** All that this device holds. */
  seats: number[];
}

/** The drawing as SVG, in its parts; each but the board may be empty. */
export interface Parts {
  board: string;
  /** What the title shows beside the board: test trips, what is still to come, categories. */
  aside: string;
  hand: string;
}

export interface Turn {
  /** Who may move now. */
  actors: Actor[];
  yours: boolean;
  /** What the viewer is asked to do, or whom everybody waits for. */
  prompt: string;
  /** What is asked after a touch, by the touched id or the part of it before the first hyphen. */
  asks: Record<string, string>;
  /** In a word, what is touched, by the same keys. */
  steps: Record<string, string>;
  /** How the turn goes on after a move, by the verb of its button. */
  afterwards: Record<string, string>;
  /** Whose turn it is, or who has won. */
  headline: string;
}

/** What the game is about, the same for all viewers. */
export interface Goal {
  /** What wins. */
  aim: string;
  /** How far the game has come; may be empty. */
  progress: string;
  /** That the end is near; empty while it isn't. */
  warning: string;
}

/** A player asks to take the last move back. */
export interface TakeBack {
  seat: number;
}

/** The question whether a bot plays for somebody who is away. */
export interface TakeoverRequest {
  asker: number;
  seat: number;
  /** Who has not answered yet. */
  missing: number[];
}

export interface Ending {
  winners: number[];
  scores: number[];
  /** Who has won. */
  headline: string;
  /** Why the game is over. */
  reason: string;
}

export interface Rematch {
  asked: number[];
  /** The new table, once all have agreed. */
  url?: string;
}

export interface DescribedOption {
  text: string;
  value: string;
}

/** A way in which points are made. */
export interface Category {
  name: string;
  /** How it scores. */
  sentence: string;
  /** The ids of the rules that say so in full. */
  rules: string[];
  /** How the labels of a seat's sources begin that belong to it. */
  labels: string[];
}

/** What is played. */
export interface DescribedSetup {
  options: Record<string, boolean | number | string>;
  /** The same in words. */
  described: DescribedOption[];
  /** Null where a title has one only. */
  board: string | null;
  /** How points are made; empty where the title does not say. */
  scoring: Category[];
}

/** Something in force that changes what the rules say otherwise: an option, a power, a piece that doubles. */
export interface Effect {
  name: string;
  text: string;
}

/** A bot that one may play against. */
export interface Level {
  name: string;
  /** The level in a word. */
  text: string;
  /** Who plays at this level. */
  bot: string;
  /** How; may be empty. */
  sentence: string;
  rating: number | null;
}

export interface TableLinks {
  record: string;
  rules: string;
  /** Once the game is over. */
  replay: string | null;
  /** Of all who played the same deal of a day, once this game of it is over. */
  results: string | null;
}

/** What a table shows to everybody who looks from the same seat in the same language, beside what it draws and tells. */
export interface Game {
  id: string;
  title: TitleName;
  /** How many events there are. */
  version: number;
  lang: string;
  turn: Turn;
  goal: Goal;
  /** The viewer may ask for good moves. */
  hints: boolean;
  /** The viewer may plan moves ahead while others are to move. */
  plans: boolean;
  /** The viewer only watches, and may see what the bots thought some moves ago. */
  evaluated: boolean;
  /** The end changes the ratings of those who play. */
  rated: boolean;
  /** Null: all that they like. */
  time: TimeControl | null;
  takeback: TakeBack | null;
  absence: TakeoverRequest | null;
  over: Ending | null;
  /** Null before the end. */
  rematch: Rematch | null;
  setup: DescribedSetup;
  /** What is in force now beside the usual rules. */
  effects: Effect[];
  chance: ProvableChance | null;
  links: TableLinks;
}

/** The same as one device sees it. */
export interface Sections extends Game {
  viewer: Viewer;
  /** This device has opened the table. */
  opener: boolean;
  access: Access;
  /** Whoever opened the table has switched its chat off. */
  hushed: boolean;
  /** Null once the game has begun. */
  waiting: Waiting | null;
  /** There will be no game. */
  cancelled: boolean;
  /** For whoever opened the table, while a seat is free: the letters by which others find it. */
  code: string | null;
  seats: Seat[];
  /** How the viewer can take the last move back: at once, or if the others agree. */
  undo: "free" | "ask" | null;
  /** The turn has several moves that can be taken back together. */
  restart: boolean;
}

/** A table as one device sees it. */
export interface View extends Sections {
  parts: Parts;
  /** What everybody may see, for a shared device while the viewer's hand is covered; null where nothing is covered. */
  covered: Parts | null;
  choices: Choice[];
  log: LogLine[];
}

/** A past position, as the viewer saw it then. */
export interface Moment {
  /** The event after which it was. */
  at: number;
  parts: Parts;
}

/** The board of one seat, for the others to look at. */
export interface OpenedBoard {
  /** SVG; empty where all seats play on one board. */
  board: string;
}

/** The parts of the drawing as numbers of texts, which make the drawing one after the other. */
export interface DrawingPatch {
  board?: number[];
  aside?: number[];
  hand?: number[];
}

export interface LogChange {
  /** So many lines stay. */
  kept: number;
  /** What follows them. */
  lines: LogLine[];
}

/** What has changed since the last View. A text goes over the wire once, later only its number in this stream. */
export interface Patch {
  /** Nothing that was sent before counts: the numbers begin anew. */
  fresh: boolean;
  /** New ones; they are numbered from 0 on, in the order in which they come. */
  texts: string[];
  /** The parts that have changed. */
  drawn: DrawingPatch;
  /** All parts of what everybody may see. */
  covered?: DrawingPatch | null;
  /** New ones of which choices are made, numbered like texts: how many texts say what it brings, the numbers of these, then the numbers of the texts that make the ghost. One that begins a choice is: 1 if it plays at once, else 0; how many texts say what it brings; the number of what it tells (lines: move, label, a path each, with blanks between the touches) and of what it brings (lines: points, verb, gain); then the others. */
  pieces: number[][];
  /** All of them: each the numbers of its pieces. */
  choices?: number[][];
  log?: LogChange;
  /** Everything else that has changed. */
  sections: Partial<Sections>;
}

/** Which build of the page the server serves. */
export interface Build {
  build: string;
}

/** What each event of the stream carries. */
export interface StreamEvents {
  event: TableEvent;
  view: View;
  /** Instead of the others, for those who ask for it. */
  patch: Patch;
  presence: Presence;
  /** What was said since; after the end also what those said who watch. */
  talk: ChatHistory;
  /** First, with patches. */
  build: Build;
}

/** The first event of a shared stream. */
export interface SharedStream {
  /** By which tables are added and removed. */
  id: string;
}

/** A shared stream does not follow a table any more; there is nothing to say about it. */
export type TableEnd = Record<string, never>;

/** A command was carried out (or had been already). */
export interface Done {
  version: number;
  /** What it brought. */
  events: TableEvent[];
}

/** A table that waits was changed. */
export interface Changed {
  version: number;
}

/** Every answer that is no success. */
export interface Failure {
  error: ErrorBody;
}

/** The table has changed meanwhile. */
export interface Missed extends Failure {
  version: number;
  events: TableEvent[];
}

/** Nothing to say. */
export type Nothing = Record<string, never>;

/** The rule that forbids what was touched, if one does and the touches mean something. */
export type Why = IllegalMoveReason | Nothing;

/** The new table, once all have agreed. */
export interface RematchAnswer {
  id: string | null;
  url: string | null;
}

export interface Joined {
  seat: number;
  /** Plays the seat on another device; null where the caller's account does. */
  secret: string | null;
}

export interface Claimed {
  seats: number[];
}

export interface MadeSeat {
  seat: number;
  kind: "me" | "friend" | "bot";
  /** For a person at this device. */
  secret?: string;
  /** For a friend, also as link and QR code. */
  invite?: string;
  invite_url?: string;
  qr?: string;
}

export interface MadeTable {
  id: string;
  url: string;
  seats: MadeSeat[];
}

/** The page's own sentences, from English to its language. */
export type UiTexts = Record<string, string>;

export interface Health {
  ok: boolean;
  version: string;
}

/** How everybody can check that chance was fair. */
export interface ProvableChance {
  /** SHA-256 of the key, known before anything was drawn. */
  promise: string;
  /** By seat the number that its person has added; null for bots, and while it is missing. */
  nonces: (string | null)[];
  /** The seats that have to add theirs before the game begins. */
  wanted: number[];
  /** Once the game is over. */
  key: string | null;
}

/** How good a decision was; the turning point is the mistake that gave the lead away. */
export type Verdict = "best" | "good" | "slip" | "mistake" | "turning";

export interface StoredRecord {
  id: string;
  url: string;
}

export interface ReplaySeat {
  seat: number;
  look: number;
  name: string;
  /** Of the bot that sat there, in a word; “Program” where it was somebody's program. */
  level: string | null;
  /** The id of the page's symbol that shows who played. */
  face: string;
  score: number;
  sources: [string, number][];
}

export interface ReplayLinks {
  record: string;
  rules: string;
}

/** A position of a finished game or of a record. */
export interface ReplayView {
  id: string;
  title: TitleName;
  lang: string;
  /** How many events have happened. */
  at: number;
  total: number;
  viewer: Viewer;
  parts: Parts;
  seats: ReplaySeat[];
  /** Up to here. */
  log: LogLine[];
  /** The last event in words. */
  line: string;
  /** At the last event of a game that ended. */
  over: Ending | null;
  setup: DescribedSetup;
  links: ReplayLinks;
}

/** A chance event of a provable game, with all from which it was drawn. */
export interface ProvenDraw {
  /** How many events had happened before it. */
  at: number;
  /** Of the draw, from 0 over all that were ever made at the table. */
  number: number;
  /** In notation. */
  text: string;
  /** Of what could come, in the rules' own order; empty where the rules draw otherwise than one thing by its weight. */
  weights: number[];
  /** Which of these has come. */
  chosen: number;
}

/** What is needed to draw everything of a game again. */
export interface ChanceProof {
  promise: string;
  /** By seat; empty for bots. */
  nonces: string[];
  key: string;
  draws: ProvenDraw[];
}

/** An event that brought a seat most: the winner, or whoever looks. */
export interface TurningPoint {
  /** How many events had happened after it. */
  at: number;
  /** Such as "+30". */
  gain: string;
  /** What happened, and what it changed. */
  text: string;
}

/** A step of the final count; the points of all of them are the scores. */
export interface CountedStep {
  /** What is counted. */
  name: string;
  /** What comes of it. */
  text: string;
  /** Where on the board, as ids to touch or of elements; each list is lit together. */
  places: string[][];
  /** By seat. */
  points: number[];
}

/** The opponent after the one that was beaten. */
export interface NextBot {
  level: string;
  name: string;
  /** How strong it is, in a word. */
  text: string;
}

/** What is shown of a finished game besides its result. */
export interface Finale {
  /** SVG: the table at the end, or the winner's board if each seat has its own. */
  board: string;
  /** SVG: the scores during the game; empty where nobody ever scored. */
  curve: string;
  turning: TurningPoint | null;
  /** The viewer's own best move; may be the turning point. */
  best: TurningPoint | null;
  /** What is counted on the board, in this order; empty for a game that was given up. */
  count: CountedStep[];
  /** For a viewer who has won against bots alone. */
  next: NextBot | null;
}

/** A gain or a loss: the number, and how it is said. */
export interface Balance {
  name: string;
  value: number;
  text: string;
}

/** A decision that is worth a look, and what would have been better. */
export interface KeyMoment {
  /** As it stands on the curve. */
  number: number;
  event: number;
  seat: number;
  look: number;
  name: string;
  verdict: Verdict;
  /** The verdict in words. */
  judged: string;
  label: string;
  /** The better move in notation. */
  best: string;
  best_label: string;
  /** What speaks for it; empty where nothing is known. */
  why: string;
  cost: string;
}

/** The verdict on a decision. */
export interface JudgedEvent {
  /** How many events had happened after it. */
  at: number;
  verdict: Verdict;
  judged: string;
}

export interface ReviewedSeat {
  seat: number;
  look: number;
  name: string;
  /** Per cent of its decisions that were good or best; None where it had none. */
  accuracy: number | null;
  /** Its decisions counted, and what luck and skill made of its expectation. */
  told: string;
  /** Luck and skill, which add up to the difference between its first and last expectation. */
  balances: Balance[];
}

/** A review that nobody has asked for, that is being made, or that failed. */
export interface ReviewPending {
  status: "none" | "running" | "failed";
  /** How much of it is done: 0 to 1. */
  part: number;
}

export interface ReviewReady {
  status: "ready";
  part: number;
  /** SVG. */
  curve: string;
  /** At most five, in the order of the game. */
  moments: KeyMoment[];
  /** On all decisions. */
  verdicts: JudgedEvent[];
  seats: ReviewedSeat[];
  note: string;
}

/** What the server sends of hints, explanations and first games: models like those in `show.models`. */
export type Review = ReviewPending | ReviewReady;

export interface RuleLink {
  rule: string;
  link: string;
}

/** The tooltip of a component on the table. */
export interface Tooltip {
  /** Of its kind. */
  name: string;
  /** What it does. */
  text: string;
  /** How it is with this one now; may be empty. */
  now: string;
  rules: RuleLink[];
}

/** What is said of a thing; empty where nothing can be said. */
export type About = Tooltip | Nothing;

/** What the page needs to coach a player's first game of a title. */
export interface Coaching {
  /** Hints are allowed, and the account has played no other game of the title. What a guest has played only the browser knows. */
  first: boolean;
  /** The kind of each drawn component, in words, by its touch id or data-about; without what the hand holds and the tutorial's first chapter teaches; empty where nothing is coached. */
  kinds: Record<string, string>;
}

/** One step of a first game; its table is a View in which nothing else can be chosen. */
export interface LessonStep {
  heading: string;
  text: string;
  /** What the sentence speaks of: ids to touch or of drawn elements, one light around each group. */
  spotlight: string[][];
  /** The one that the learner plays; None if there is only something to see. */
  move: string | null;
  rules: RuleLink[];
  /** Positions to show on the way from the step before, as numbers of events. */
  between: number[];
  /** The position of the step. */
  at: number;
}

/** A chapter of a lesson, of about a minute. */
export interface LessonChapter {
  heading: string;
  steps: LessonStep[];
  /** The position after the last step. */
  end: number;
}

/** A lesson of a title, taught at the table. */
export interface Lesson {
  title: TitleName;
  chapters: LessonChapter[];
  /** How many play in it. */
  seats: number;
  /** The learner's: the game afterwards gives them the same, so that the colour stays. */
  seat: number;
  /** The level of the bots against whom one plays afterwards. */
  rival: string;
}

/** One step of what is expected. */
export interface HintStep {
  /** The look of the seat that does it. */
  look: number;
  /** Of whose seat that is; empty for the viewer's own. */
  name: string;
  label: string;
  /** Where on the viewer's board it happens, as touch ids. */
  places: string[];
}

/** One of the best moves. */
export interface Hint {
  move: string;
  label: string;
  /** The share of the win that it promises; alone: points. */
  value: number;
  /** The same in words, empty where it isn't reliable; in a game that is decided, what the move brings at once. */
  promise: string;
  /** What speaks for it; empty where a title has no words for that. */
  why: string;
  /** The move itself, and what is expected after it: as far as the seat may know, in a world that it can imagine. */
  line: HintStep[];
}

export interface Hints {
  /** In a sentence, that the game is as good as won or lost; else empty. */
  verdict: string;
  /** Best first. */
  moves: Hint[];
}

export interface HintAnswer extends Hints {
  version: number;
}

/** One move of a line. */
export interface PlannedStep {
  seat: number;
  look: number;
  name: string;
  yours: boolean;
  move: string;
  /** The move in words. */
  label: string;
}

/** What a seat has planned: only this seat is sent it. */
export interface Plan {
  version: number;
  lines: PlannedStep[][];
}

/** A move with which a line may continue. */
export interface PossibleMove {
  move: string;
  label: string;
}

/** Where a line leads, as far as its seat can know. */
export interface PlannedPosition {
  version: number;
  parts: Parts;
  /** The line so far, with forced moves. */
  steps: PlannedStep[];
  /** The seat to move; null where nothing more can be planned. */
  actor: number | null;
  moves: PossibleMove[];
}

/** What a seat may hope for. */
export interface WinChance {
  seat: number;
  look: number;
  name: string;
  /** From 0 to 1. */
  value: number;
  /** The same in per cent. */
  text: string;
}

/** The bots' opinion of a position a few moves ago; empty while so many have not been played. */
export interface Evaluation {
  /** How many moves ago. */
  behind: number;
  chances: WinChance[];
}

/** The puzzle of a day; its table is a View with all moves of the position to choose from. */
export interface Puzzle {
  title: TitleName;
  /** "2026-11-23". */
  day: string;
  /** What is to be found, in a sentence. */
  question: string;
}

/** The table at which the deal of the day is played. */
export interface EnteredDeal {
  id: string;
  url: string;
  /** Of the seat; None where this browser has played there before. */
  secret: string | null;
}

/** A move that was compared with the solution. */
export interface Compared {
  label: string;
  kind: "best" | "greedy" | "other";
  /** The share of the win that it promises, in per cent. */
  share: number;
}

/** What becomes of a move that somebody has tried, or of the wish to be shown the solution. */
export interface PuzzleAnswer {
  solved: boolean;
  heading: string;
  text: string;
  /** What speaks for the solution against the greedy move; empty before it is found. */
  why: string;
  /** The moves that were compared, best first; none before the solution is found. */
  compared: Compared[];
  /** What is touched last for the move. */
  place: string;
  /** The table after the solution; None before it is found. */
  view: View | null;
}

export interface SummarySeat {
  look: number;
  /** SVG of who plays it now, around (0, 0). */
  face: string;
  name: string;
  /** The seat waits for this person alone, who has not come yet. */
  kept: boolean;
  yours: boolean;
  /** It is their turn. */
  acting: boolean;
  /** Null before the end. */
  score: number | null;
}

/** A table in short, for whoever has a seat there. */
export interface Summary {
  id: string;
  title: TitleName;
  /** "yours": it is the caller's turn; "open": a seat is free. */
  state: "yours" | "running" | "open" | "over";
  /** When it last moved on; seconds since 1970. */
  at: number;
  /** Who has won; null before the end. */
  verdict: string | null;
  /** How it ended for the caller; null before the end. */
  outcome: "won" | "tied" | "lost" | "solo" | null;
  /** The bot against which the caller has played alone, by its level; null before the end, and with other opponents. */
  rival: string | null;
  /** How much time the caller has for the turn, or what was agreed on; empty without clocks. */
  time: string;
  /** Seconds that the caller has for the turn; null while nobody waits for them, and without clocks. */
  left: number | null;
  seats: SummarySeat[];
}

/** Where a code leads. */
export interface FoundTable {
  url: string;
}

export interface LobbySeat {
  look: number;
  /** SVG of who sits there, around (0, 0). */
  face: string;
  /** With the rating at a rated table, or that it is a guest. Empty: the seat is free. */
  name: string;
  /** Whether the person has a page open; null at a free seat, at a bot's, and where no one has to be present. */
  there: boolean | null;
}

/** A public table. */
export interface LobbyTable {
  id: string;
  title: TitleName;
  seats: LobbySeat[];
  /** How strong its bots are; empty where there are none. */
  level: string;
  /** Whoever is to move may ask for good moves: a table to learn at. */
  hints: boolean;
  /** The clock, and what is not as usual. */
  variants: string[];
  /** Since it was opened, or since its game began. */
  minutes: number;
  /** Whoever asks sits there. */
  yours: boolean;
}

/** The public tables. */
export interface Lobby {
  /** At which a seat is free; the one that has waited longest first. */
  open: LobbyTable[];
  /** That can be watched; the last one first. */
  running: LobbyTable[];
}

/** Where somebody has sat down. */
export interface JoinedSeat {
  id: string;
  url: string;
  seat: number;
  /** Of the seat; null for whoever has sat there before. */
  secret: string | null;
}

/** A device on which the account is signed in. */
export interface SignedInAt {
  id: string;
  /** Browser and system; empty: unknown. */
  device: string;
  /** Seconds since 1970. */
  since: number;
  seen: number;
  /** It is the device that asks. */
  here: boolean;
}

export interface Passkey {
  id: string;
  /** Where it was made. */
  device: string;
  since: number;
  used: number;
}

/** An account, for its owner. */
export interface Account {
  name: string;
  has_password: boolean;
  /** Recovery codes that were not used yet. */
  codes: number;
  sessions: SignedInAt[];
  passkeys: Passkey[];
  /** What the page shall be like on all devices. */
  settings: Record<string, string>;
}

/** Who asks: the account, null for a guest. */
export interface Visitor {
  account: Account | null;
}

/** The account's tables, those that moved on last first. */
export interface YourGames {
  games: Summary[];
  /** Which of them are archived, as the page has noted it in the settings. */
  archived: string | null;
}

/** The tables of the browser that asks, and of the account that is signed in there. */
export interface OwnGames extends YourGames {
  /** The account's name. */
  account: string | null;
  /** The tables at which the browser has seats as a guest, or that it has opened. */
  guest: string[];
  /** By title, the bot level at which the player wins about half of the games; not before the third one. */
  levels: Record<string, string>;
}

/** A finished game of the account. */
export interface PlayedGame {
  id: string;
  title: TitleName;
  /** When it was over; seconds since 1970. */
  at: number;
  outcome: "won" | "tied" | "lost" | "solo";
  opponents: string[];
  score: number;
}

/** The account's finished games, the last one first. */
export interface PlayedGames {
  games: PlayedGame[];
}

/** What a device shall sign, as `PublicKeyCredential.parse…OptionsFromJSON` reads it. */
export interface PasskeyAsked {
  options: unknown;
}

/** Shown this once. */
export interface RecoveryCodes {
  codes: string[];
}

/** The seats that the account has at a table now. */
export interface TransferredSeats {
  seats: number[];
}

/** A seat's new secret. */
export interface NewLink {
  secret: string;
}

/** A program's token, shown this once. */
export interface NewToken {
  shown: string;
}

/** It is done, and there is nothing more to say. */
export type Accepted = Record<string, never>;

/** A tournament in the list. */
export interface TournamentListed {
  id: string;
  name: string;
  title: TitleName;
  stage: "open" | "running" | "over" | "cancelled";
  /** How it is played, and how far it has come. */
  facts: string[];
  /** Whoever asks plays there, or holds it. */
  yours: boolean;
}

/** The public ones, and one's own. */
export interface Tournaments {
  tournaments: TournamentListed[];
}

/** A player in the table. */
export interface StandingLine {
  place: number;
  number: number;
  name: string;
  points: string;
  /** By what those with as many points are told apart, in the order in which it counts. */
  finer: string[];
  games: number;
  you: boolean;
  /** They play no more. */
  gone: boolean;
  /** In a round robin of two at a table, against each of the players in the order of the table; else empty. */
  cross: string[];
}

/** Who sits at a table of the tournament. */
export interface MatchSeat {
  name: string;
  bot: boolean;
  you: boolean;
  /** What it has brought; empty while there is no result. */
  points: string;
  /** In the game, where it was played to its end. */
  score: number | null;
}

/** A table of a round; with one seat, who sits out. */
export interface MatchShown {
  seats: MatchSeat[];
  /** The id of its table, if there is one. */
  table: string | null;
  /** What there is to be said of it, but for the points. */
  state: string;
  over: boolean;
}

/** A round that has begun. */
export interface RoundShown {
  number: number;
  matches: MatchShown[];
}

/** A place that somebody else may take over. */
export interface Handover {
  name: string;
  url: string;
}

/** All of a tournament, as whoever asks sees it. */
export interface Tournament {
  id: string;
  name: string;
  title: TitleName;
  stage: "open" | "running" | "over" | "cancelled";
  organiser: string;
  facts: string[];
  round: number;
  rounds: number;
  /** When it begins by itself, or the round's time is over; seconds since 1970. */
  until: number | null;
  /** The headings of what tells those apart who have as many points. */
  finer: string[];
  standings: StandingLine[];
  /** The last one first. */
  shown: RoundShown[];
  /** The id of the table at which whoever asks plays now. */
  own_table: string | null;
  /** Until when they can take their seat there, in seconds since 1970; null: with days per turn, or no such table. */
  arrive_by: number | null;
  /** Whoever asks is a player and has not left. */
  plays: boolean;
  organises: boolean;
  may_join: boolean;
  /** Whose place whoever asks could take over, by the link that they have come with. */
  offered: string | null;
  /** Of the organiser only. */
  handovers: Handover[];
}

/** A new tournament. */
export interface Announced {
  id: string;
  /** The address of its page. */
  to: string;
}

/** The question whether everyone is there, before a live game among strangers. */
export interface ReadyCheck {
  /** Seconds until people who have not answered lose the seat. */
  left: number;
  /** The seats of those people. */
  missing: number[];
}

/** A table that waits for people. */
export interface Waiting {
  /** Seconds since it was opened. */
  waited: number;
  /** Seconds until those who are there may agree on bots at the free seats; null: never, the places are somebody's. */
  bots_in: number | null;
  /** Who would like that already. */
  agreed: number[];
  /** Null while a seat is free. */
  check: ReadyCheck | null;
}

export type ChatMessageKind = "chat" | "reaction";

/** Something that was said at a table. */
export interface ChatMessage {
  seq: number;
  /** Null: by somebody who watches. */
  seat: number | null;
  name: string;
  kind: ChatMessageKind;
  /** Of a reaction its name. */
  text: string;
  /** In seconds since 1970. */
  at: number;
  yours: boolean;
  /** Its sender had no account. */
  guest: boolean;
}

/** Somebody whom this device hears no more. */
export interface MutedAuthor {
  /** The last word of theirs. */
  seq: number;
  name: string;
  /** At all tables, not only at this one. */
  everywhere: boolean;
}

/** What is said at a table, as one device hears it. */
export interface ChatHistory {
  words: ChatMessage[];
  /** All of it was said before the stream began. */
  past?: boolean;
  spared?: MutedAuthor[];
}
