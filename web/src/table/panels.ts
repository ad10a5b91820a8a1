// What appears in or over the dock at certain moments: a question, the end, an invitation to a free seat. No dialogs.
import type { View } from "../net/types.ts";
import { nameOf } from "../stage/seats.ts";
import { announce } from "../ui/announce.ts";
import { button, find, make } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { loadLazily } from "./lazy-load.ts";
import { rematch } from "./rematch.ts";

interface Question {
  /** The command that answers it. */
  verb: "takeback" | "replace";
  sentence: string;
  /** Whether this page's player is asked, or only told. */
  asked: boolean;
  /** Whether this page's player has asked it. */
  mine: boolean;
}

export type Answer = (verb: Question["verb"], word: "yes" | "no") => void;

/** Another player asks to take a move back, or to let a bot play for somebody who is away. */
export function showQuestion(view: View, answer: Answer, announced: (sentence: string) => void): void {
  const box = find("#question");
  const question = absenceQuestion(view) ?? takeBackQuestion(view);
  const state = JSON.stringify(question ?? "");
  if (box.dataset.state === state) return;
  const waited = box.dataset.waited !== undefined && !question;
  box.dataset.state = state;
  box.hidden = !question;
  delete box.dataset.waited;
  if (waited) announced(view.log.at(-1)?.line ?? ""); // who has asked hears the answer
  if (!question) return box.replaceChildren();
  if (question.mine) box.dataset.waited = "";
  const { verb, sentence, asked } = question;
  const answers = [
    button(t("Accept"), () => answer(verb, "yes"), { class: "primary" }),
    button(t("Decline"), () => answer(verb, "no")),
  ];
  box.replaceChildren(make("p", {}, sentence), ...(asked ? answers : []));
  announce(sentence);
}

function takeBackQuestion(view: View): Question | undefined {
  const asker = view.seats.find((seat) => seat.seat === view.takeback?.seat);
  if (!asker) return undefined;
  const mine = view.viewer.seats.includes(asker.seat);
  const others = t("{name} is asking to undo the last move.", { name: nameOf(asker) });
  const sentence = mine ? t("Takeback requested. Waiting for the others.") : others;
  const own = view.seats.find((seat) => seat.seat === view.viewer.seat);
  return { verb: "takeback", sentence, asked: own?.kind === "human" && !mine, mine };
}

function absenceQuestion(view: View): Question | undefined {
  const { absence, viewer, seats } = view;
  const [asker, away] = [absence?.asker, absence?.seat].map((number) => seats.find((seat) => seat.seat === number));
  if (!absence || !asker || !away) return undefined;
  const sentence = t("{name} wants a bot to play for {other}.", { name: nameOf(asker), other: nameOf(away) });
  return {
    verb: "replace",
    sentence,
    asked: viewer.seat !== null && absence.missing.includes(viewer.seat),
    mine: viewer.seats.includes(asker.seat),
  };
}

/** After the game: home, the replay, a rematch. */
export function showEnd(view: View, ask: () => void): void {
  const end = find("#end");
  const state = JSON.stringify([view.over, view.rematch]);
  if (end.dataset.state === state) return;
  end.dataset.state = state;
  end.hidden = !view.over;
  document.body.classList.toggle("over", view.over !== null);
  if (!view.over) return end.replaceChildren();
  const again = view.viewer.seat === null && !view.rematch?.url ? [] : [rematch(view, ask)];
  const { results } = view.links;
  const on = make("a", { class: "button", href: results ?? "/" }, results ? t("Results") : t("Home"));
  const back = make("a", { class: "button", href: view.links.replay ?? "/" }, t("Replay"));
  // Rematch is reached first, and stands last.
  end.replaceChildren(...again, on, back);
  void loadLazily().then(({ offerMore }) => offerMore(view, end));
  find("#sky-tools").replaceChildren(...(view.links.replay ? [pictureButton(view)] : []));
}

function pictureButton(view: View): HTMLElement {
  const open = async (): Promise<void> => {
    const { offerPicture } = await loadLazily();
    offerPicture(view);
  };
  const press = button("", () => void open(), { class: "tool share", "aria-label": t("Share picture") });
  press.title = t("Share picture");
  const label = make("span", { class: "word" }, t("Share picture"));
  press.append(find<HTMLTemplateElement>("#glyph-share").content.cloneNode(true), label);
  return press;
}

/** While a seat is free, the ways to it and what can be done meanwhile lie over the board. */
export async function showWaiting(view: View): Promise<void> {
  const panel = find("#invite");
  const { waiting, cancelled, access, viewer, opener, code, seats } = view;
  const concerned = cancelled || (waiting && (access === "public" || opener || viewer.seat !== null));
  const who = seats.map(({ kind, name, invite_url }) => [kind, name, invite_url]);
  const content = concerned ? JSON.stringify([cancelled, viewer, code, waiting?.agreed, who]) : "";
  if ((panel.dataset.shown ?? "") === content) return;
  panel.dataset.shown = content;
  panel.hidden = true;
  if (!content) return panel.replaceChildren();
  const { waitingRoom } = await loadLazily();
  if (panel.dataset.shown !== content) return;
  panel.replaceChildren(...waitingRoom(view));
  panel.hidden = false;
}
