// The chat of a table: the messages, six reactions that show at the seat, and muting, blocking and reporting of senders. Only
// text, never markup.
import { explain, get, post } from "../net/api.ts";
import { newId, postReliably } from "../net/outbox.ts";
import { playerName } from "../net/player.ts";
import type { ChatHistory, ChatMessage, MutedAuthor, View } from "../net/types.ts";
import { announce } from "../ui/announce.ts";
import { button, find, findAll, make } from "../ui/dom.ts";
import { session } from "../ui/storage.ts";
import { ngettext, t } from "../ui/translations.ts";

const REACTION_TIME = 4000; // ms that a reaction stays at its seat
const BUBBLE_TIME = 8000; // ms that a message shows over the board while the chat is closed
const FACE = "M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17zM9 9.3v.8M15 9.3v.8";

/** What the server knows by these names. */
const REACTIONS: Record<string, { path: string; text: () => string }> = {
  hello: { path: `${FACE}M8 14c2 2.6 6 2.6 8 0`, text: () => t("Hello!") },
  well_done: {
    path: "M7.5 11v8.5H4.5V11zM7.5 11l3.8-7c1.7 0 2.4 1.3 2 3l-.7 3h5.2c1.4 0 2.2 1.2 1.9 2.5l-1.2 5.1c-.3 1.2-1.2 1.9-2.4 1.9H7.5",
    text: () => t("Well done!"),
  },
  thanks: {
    path: "M12 19.5C5 14.8 4 11.2 4.6 8.7C5.3 6 8.5 5 10.6 6.8c.6.5 1 1 1.4 1.7c.4-.7.8-1.2 1.4-1.7c2.1-1.8 5.3-.8 6 1.9c.6 2.5-.4 6.1-7.4 10.8z",
    text: () => t("Thank you!"),
  },
  oops: { path: `${FACE}M9.3 16.4c1-2.4 4.4-2.4 5.4 0`, text: () => t("Oops!") },
  thinking: {
    path: "M4.5 5h15v11h-8l-4 4v-4h-3zM8.5 10.5v.1M12 10.5v.1M15.5 10.5v.1",
    text: () => t("Let me think…"),
  },
  hurry: {
    path: "M7 4h10M7 20h10M8.5 4c0 4.5 7 5 7 8s-7 3.5-7 8M15.5 4c0 4.5-7 5-7 8s7 3.5 7 8",
    text: () => t("Your turn!"),
  },
};

export class Chat {
  private readonly panel = find("#panel-chat");
  private readonly list = make("ol", { class: "said", "aria-label": t("Messages"), tabindex: "0" });
  private readonly problem = make("p", { class: "problem", role: "alert" });
  private readonly status = make("p", { class: "quiet", role: "status" });
  private readonly foot = make("div", {});
  private readonly silent = make("div", {});
  private messages: ChatMessage[] = [];
  private content = "";
  private sending = false;

  constructor(
    private readonly base: string,
    private readonly view: () => View | undefined,
    /** Open the chat's tab. */
    private readonly show: () => void,
  ) {
    this.panel.append(this.list, this.problem, this.status, this.foot, this.silent);
    this.draw();
  }

  // --- What was said ------------------------------------------------------------------------------------------------

  /** Words have come; some may be known already. */
  take({ words, past }: ChatHistory): void {
    const seqs = new Set(this.messages.map(({ seq }) => seq));
    const fresh = words.filter(({ seq }) => !seqs.has(seq));
    this.messages = [...this.messages, ...fresh].sort((one, other) => one.seq - other.seq);
    if (!past) for (const message of fresh) this.perform(message);
    this.drawWords();
  }

  private perform(message: ChatMessage): void {
    const reaction = message.kind === "reaction" ? REACTIONS[message.text] : undefined;
    if (!message.yours) announce(`${calledIn(message)}: ${reaction ? reaction.text() : message.text}`);
    if (reaction && message.seat !== null) showAtSeat(message.seat, reaction.path);
    else if (!message.yours && !this.isOpen) this.showBubble(message);
  }

  /** Over the board for a while; a touch opens the chat. The screen reader has heard it already. */
  private showBubble(message: ChatMessage): void {
    const { seat, text } = message;
    document.querySelector(".chat-bubble")?.remove();
    const look = this.view()?.seats.find((each) => each.seat === seat)?.look;
    const style = { class: `chat-bubble seat-${look}`, tabindex: "-1" };
    const bubble = button("", () => [bubble.remove(), this.show()], style);
    bubble.append(make("span", {}, make("b", {}, calledIn(message)), ` ${text}`));
    find("#board-part").parentElement?.append(bubble);
    setTimeout(() => bubble.remove(), BUBBLE_TIME);
  }

  private get isOpen(): boolean {
    return !this.panel.hidden && !find("#sheet").hidden;
  }

  private drawWords(): void {
    const atEnd = this.list.scrollTop + this.list.clientHeight > this.list.scrollHeight - 60;
    this.list.replaceChildren(...this.messages.map((message) => this.row(message)));
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    this.count();
  }

  private row(message: ChatMessage): HTMLElement {
    const seat = this.view()?.seats.find((each) => each.seat === message.seat);
    const reaction = message.kind === "reaction" ? REACTIONS[message.text] : undefined;
    const content = reaction ? [glyph(reaction.path), ` ${reaction.text()}`] : [message.text];
    const name = calledIn(message);
    const who = message.seat === null ? t("{name} (watching)", { name }) : name;
    const row = make(
      "li",
      seat ? { class: `seat-${seat.look}` } : {},
      make("span", {}, make("b", {}, who), " ", ...content),
    );
    if (!message.yours) row.append(this.more(message, row));
    return row;
  }

  /** What can be done about who said it, unfolded by a press. */
  private more({ seq, name }: ChatMessage, row: HTMLElement): HTMLElement {
    const act = (label: string, path: string, body: Record<string, string>): HTMLElement =>
      button(label, () => void this.send(`${seq}/${path}`, body));
    const press = button(
      "…",
      () => {
        const open = row.querySelector(".row");
        press.setAttribute("aria-expanded", String(!open));
        if (open) return open.remove();
        row.append(
          make(
            "div",
            { class: "row" },
            act(t("Mute here"), "shun", { how: "mute" }),
            act(t("Block everywhere"), "shun", { how: "block" }),
            act(t("Report"), "report", {}),
          ),
        );
      },
      { class: "tool", "aria-expanded": "false", "aria-label": t("Options for {name}", { name }) },
    );
    return press;
  }

  private async send(path: string, body: Record<string, string>): Promise<void> {
    this.say("", "");
    try {
      const history = await post<Partial<ChatHistory>>(`${this.base}/words/${path}`, body);
      if (history.words) this.replace(history as ChatHistory);
      else this.say("", t("Reported to the moderators."));
    } catch (error) {
      this.say(explain(error).text, "");
    }
  }

  private say(problem: string, told: string): void {
    [this.problem.textContent, this.status.textContent] = [problem, told];
  }

  private replace({ words, spared = [] }: ChatHistory): void {
    this.messages = words;
    this.drawWords();
    this.silent.replaceChildren(...spared.map((each) => this.spared(each)));
  }

  private spared({ seq, name, everywhere }: MutedAuthor): HTMLElement {
    const text = everywhere ? t("{name} is blocked everywhere.", { name }) : t("{name} is muted here.", { name });
    const hear = button(everywhere ? t("Unblock") : t("Unmute"), () => void this.send(`${seq}/shun`, { how: "hear" }));
    return make("div", { class: "row" }, make("span", { class: "quiet" }, text), hear);
  }

  // --- What is new ----------------------------------------------------------------------------------------------------

  /** The tab was opened. */
  open(): void {
    void get<ChatHistory>(`${this.base}/words`).then(
      (history) => this.replace(history),
      (error: unknown) => this.say(explain(error).text, ""),
    );
    this.list.scrollTop = this.list.scrollHeight;
    this.count();
    if (matchMedia("(pointer: fine)").matches)
      this.panel.querySelector<HTMLElement>("form input:last-of-type")?.focus();
  }

  private get key(): string {
    return `quartier.read.${this.base.split("/").pop()}`;
  }

  /** How many messages nobody has looked at here; while the tab is open, none. */
  private count(): void {
    if (this.isOpen) session.set(this.key, String(this.messages.at(-1)?.seq ?? 0));
    const read = Number(session.get(this.key) ?? 0);
    const unread = this.messages.filter(({ seq, yours, kind }) => seq > read && !yours && kind === "chat").length;
    for (const badge of findAll("[data-unread]")) {
      badge.hidden = !unread;
      badge.textContent = String(unread);
      badge.setAttribute("aria-label", ngettext("{count} new message", "{count} new messages", unread));
    }
    find(".tool.menu").dataset.opens = unread ? "chat" : "log";
  }

  // --- Saying something -------------------------------------------------------------------------------------------------

  /** What can be said depends on the table. */
  draw(): void {
    const view = this.view();
    const now = JSON.stringify([view?.hushed, view?.viewer.seat === null, view?.opener, view?.over !== null]);
    if (!view || now === this.content) return;
    this.content = now;
    const parts = view.hushed ? [make("p", {}, t("The table’s host has turned chat off."))] : this.composer(view);
    this.foot.replaceChildren(...parts, ...(view.opener ? [this.hushSwitch(view)] : []));
    this.drawWords();
  }

  private composer(view: View): HTMLElement[] {
    const watching = view.viewer.seat === null;
    const field = make("input", {
      maxlength: "200",
      autocomplete: "off",
      "aria-label": t("Message"),
      placeholder: t("Message"),
    });
    const form = make("form", {}, field, make("button", { type: "submit" }, t("Send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = (field as HTMLInputElement).value;
      void this.speak({ text }).then((done) => {
        if (done) (field as HTMLInputElement).value = "";
      });
    });
    const presses = Object.entries(REACTIONS).map(([reaction, { path, text }]) => {
      const press = button("", () => void this.speak({ reaction }), { "aria-label": text(), title: text() });
      press.append(glyph(path));
      return press;
    });
    const row = make("div", { class: "reactions", role: "group", "aria-label": t("Reactions") }, ...presses);
    const audience = watching
      ? t("During the game, only spectators can see this.")
      : t("Everyone at this table can see this, including spectators.");
    return [...(watching ? [] : [row]), form, make("p", { class: "quiet" }, view.over ? "" : audience)];
  }

  /** Whether it was said; nothing is while something else is still being sent. */
  private async speak(what: Record<string, string>): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    const seat = this.view()?.viewer.seat ?? null;
    const body = { ...what, ...(seat === null ? { name: playerName() } : { seat }), client_move_id: newId() };
    this.say("", "");
    try {
      const report = (text: string): void => this.say("", text);
      const message = await postReliably<ChatMessage>(`${this.base}/words`, body, report);
      this.take({ words: [message] });
      return true;
    } catch (error) {
      this.say(explain(error).text, "");
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** For whoever opened the table: nobody chats. */
  private hushSwitch(view: View): HTMLElement {
    const box = make("input", {
      type: "checkbox",
      role: "switch",
      ...(view.hushed ? {} : { checked: "" }),
    }) as HTMLInputElement;
    box.addEventListener("change", () => {
      post(`${this.base}/words/hush`, { hushed: !box.checked }).catch((error: unknown) =>
        this.say(explain(error).text, ""),
      );
    });
    return make("div", { class: "switches" }, make("label", {}, box, make("span", {}, t("Chat at this table"))));
  }
}

/** Beside the face of a seat for some seconds. */
function showAtSeat(seat: number, path: string): void {
  const chip = document.querySelector(`#seats [data-seat="${seat}"]`);
  chip?.querySelector(".reaction")?.remove();
  const reactionMark = make("span", { class: "reaction", "aria-hidden": "true" }, glyph(path));
  chip?.append(reactionMark);
  setTimeout(() => reactionMark.remove(), REACTION_TIME);
}

function glyph(path: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "glyph");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Who said it; a mark beside the name says that they have no account. */
function calledIn({ name, guest }: ChatMessage): string {
  return guest ? t("{name} (guest)", { name }) : name;
}
