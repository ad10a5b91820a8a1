// What the action panel asks besides the move: a takeback, a bot for a player who is away, the way back to one's own seat.
import type { Seat, View } from "../net/types.ts";
import { nameOf } from "../stage/seats.ts";
import { announce } from "../ui/announce.ts";
import { button, copyText, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

const PATIENCE = 60_000; // ms that a player is away before the page asks what to do

export interface QuestionActions {
  answer(verb: "takeback" | "replace", answer: "yes" | "no"): void;
  /** Let a bot play for a seat whose player is away. */
  replace(absent: number): void;
  /** Take one's own seat back from a bot. */
  comeBack(): void;
}

interface Question {
  sentence: string;
  /** Buttons by their labels; the first is the primary one. */
  answers: [string, (press: HTMLButtonElement) => void][];
  /** Whether this page's player has asked it, so that the log's next line is the answer. */
  mine?: boolean;
}

export class Questions {
  private readonly box = find("#question");
  private content = "";
  private wasMine = false;
  private view: View | undefined;
  /** Since when the player of a seat is away, as far as this page knows. */
  private readonly awaySince = new Map<number, number>();
  /** Seats whose players this page's player would rather wait for, until they come back. */
  private readonly waitedFor = new Set<number>();
  private timer = 0;

  constructor(
    private readonly actions: QuestionActions,
    private readonly inform: (sentence: string) => void,
  ) {}

  /** Ask what the table asks now. Returns true while something is asked. */
  draw(view: View): void {
    this.view = view;
    this.watchAbsence(view);
    const question = this.pending(view);
    const content = JSON.stringify(question && [question.sentence, question.answers]);
    if (content === this.content) return;
    this.content = content;
    if (this.wasMine && !question) this.inform(view.log.at(-1)?.line ?? "");
    this.wasMine = question?.mine ?? false;
    this.box.hidden = !question;
    if (!question) return this.box.replaceChildren();
    const { sentence, answers } = question;
    this.box.replaceChildren(...(sentence ? [make("p", {}, sentence)] : []), ...answers.map(answerButton));
    if (sentence) announce(sentence);
  }

  private pending(view: View): Question | undefined {
    if (view.over || view.waiting) return undefined;
    return this.botRequest(view) ?? this.takeback(view) ?? this.wayBack(view) ?? this.absence(view);
  }

  private takeback(view: View): Question | undefined {
    const asker = view.seats.find(({ seat }) => seat === view.takeback?.seat);
    if (!asker) return undefined;
    if (view.viewer.seats.includes(asker.seat))
      return { sentence: t("Takeback requested. Waiting for the others."), answers: [], mine: true };
    const sentence = t("{name} is asking to undo the last move.", { name: nameOf(asker) });
    const own = view.seats.find(({ seat }) => seat === view.viewer.seat);
    return { sentence, answers: own?.kind === "human" ? this.yesOrNo("takeback") : [] };
  }

  private botRequest({ absence, viewer, seats }: View): Question | undefined {
    const [asker, away] = [absence?.asker, absence?.seat].map((number) => seats.find(({ seat }) => seat === number));
    if (!absence || !asker || !away) return undefined;
    const sentence = t("{name} wants a bot to play for {other}.", { name: nameOf(asker), other: nameOf(away) });
    const mayAnswer = viewer.seat !== null && absence.missing.includes(viewer.seat);
    return {
      sentence,
      answers: mayAnswer ? this.yesOrNo("replace") : [],
      mine: viewer.seats.includes(asker.seat),
    };
  }

  private yesOrNo(verb: "takeback" | "replace"): Question["answers"] {
    return [
      [t("Accept"), () => this.actions.answer(verb, "yes")],
      [t("Decline"), () => this.actions.answer(verb, "no")],
    ];
  }

  /** A bot plays here; the prompt says so. */
  private wayBack({ seats, viewer }: View): Question | undefined {
    const own = seats.find(({ seat }) => seat === viewer.seat);
    if (!own?.may_return) return undefined;
    return { sentence: "", answers: [[t("Take my seat back"), () => this.actions.comeBack()]] };
  }

  // --- A player who is away ---------------------------------------------------------------------------------------------

  private watchAbsence(view: View): void {
    const now = Date.now();
    for (const { seat, kind, online, yours } of view.seats) {
      if (kind === "human" && !online && !yours) {
        if (!this.awaySince.has(seat)) this.awaySince.set(seat, now);
      } else {
        this.awaySince.delete(seat);
        this.waitedFor.delete(seat);
      }
    }
    clearTimeout(this.timer);
    const ages = [...this.awaySince.values()].map((since) => since + PATIENCE - now).filter((left) => left > 0);
    if (ages.length) this.timer = window.setTimeout(() => this.view && this.draw(this.view), Math.min(...ages));
  }

  /** The game waits for a player who left. */
  private absence(view: View): Question | undefined {
    if (view.viewer.seat === null || !mayReplace(view)) return undefined;
    const awaited = view.seats.find(({ seat }) => this.isMissed(seat, view));
    if (!awaited) return undefined;
    const name = nameOf(awaited);
    const wait = (): void => {
      this.waitedFor.add(awaited.seat);
      this.draw(view);
    };
    return {
      sentence: t("{name} is away.", { name }),
      answers: [
        [t("Remind"), (press) => void remind(view, press)],
        [t("Let a bot play"), () => this.actions.replace(awaited.seat)],
        [t("Wait"), wait],
      ],
    };
  }

  private isMissed(seat: Seat["seat"], { turn }: View): boolean {
    const since = this.awaySince.get(seat);
    return (
      since !== undefined && Date.now() - since >= PATIENCE && turn.actors.includes(seat) && !this.waitedFor.has(seat)
    );
  }
}

/** Whether a bot may play for a player who is away: where a turn has days, or the game is rated, the clock decides. */
export function mayReplace({ rated, time }: View): boolean {
  return !rated && (!time || time.live);
}

function answerButton([label, act]: Question["answers"][number], index: number): HTMLButtonElement {
  const press: HTMLButtonElement = button(label, () => act(press), index ? {} : { class: "primary" });
  return press;
}

/** Send the table's address with whatever the device sends messages with; else copy it. */
async function remind({ id, title }: View, press: HTMLButtonElement): Promise<void> {
  const url = `${document.body.dataset.home}/table/${id}`;
  const text = t("It’s your turn in our game of {title}.", { title: title.text });
  if ("share" in navigator) return navigator.share({ text, url }).catch(() => undefined);
  await copyText(`${text} ${url}`, press, t("Link copied"));
}
