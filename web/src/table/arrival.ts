// Arriving with a link: #join=INVITE takes a free seat, #seat=SECRET plays a seat on one more device. What stands behind
// the # never reaches a server's log; it goes there in a request's body and leaves the address at once.
import { explain, type Notice, post } from "../net/api.ts";
import { newId, postReliably } from "../net/outbox.ts";
import { playerName, rememberName } from "../net/player.ts";
import { keepSecret, secretsOf } from "../net/secrets.ts";
import type { Claimed, Joined, View } from "../net/types.ts";
import { find } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";
import { loadLazily } from "./lazy-load.ts";

type SeatRequest = { invite: string; name: string; client_move_id: string };

export async function arrive(
  table: string,
  base: string,
  view: View | undefined,
  say: (notice: Notice) => void,
): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const invite = fragment.get("join");
  const secret = fragment.get("seat");
  if (secret) await claim(table, base, secret, say);
  else if (view?.viewer.seat === null && Object.keys(secretsOf(table)).length)
    await (await loadLazily()).present(table); // the cookie is lost, or of an earlier release
  if (!invite) return;
  if (view?.seats.every((seat) => seat.kind !== "open")) tooLate(view, say);
  else await join(table, base, invite);
}

/** #try=MOVE: the move that a review would have played here. */
export function wishedMove(): string | null {
  const wished = new URLSearchParams(location.hash.slice(1)).get("try");
  if (wished) forgetFragment();
  return wished;
}

function forgetFragment(): void {
  history.replaceState(null, "", location.pathname + location.search);
}

async function claim(table: string, base: string, secret: string, say: (notice: Notice) => void): Promise<void> {
  forgetFragment();
  try {
    const { seats } = await post<Claimed>(`${base}/claim`, { secret });
    if (seats.length === 1 && seats[0] !== undefined) keepSecret(table, seats[0], secret);
  } catch (error) {
    say(explain(error));
  }
}

/** No seat is free any more: whoever sits here opened their own link again, everybody else may watch. */
function tooLate(view: View, say: (notice: Notice) => void): void {
  forgetFragment();
  if (view.viewer.seat === null) say({ text: t("This seat is taken. Ask for a new invitation, or watch the game.") });
}

/** Ask for a name and take the seat; resolves when the guest has joined or chosen to watch. */
function join(table: string, base: string, invite: string): Promise<void> {
  const form = find<HTMLFormElement>("#join");
  const field = find<HTMLInputElement>("#join-name", form);
  const error = find("#join-error", form);
  const press = find<HTMLButtonElement>("[type=submit]", form);
  field.value = playerName();
  form.hidden = false;
  document.body.classList.add("joining");
  field.focus();
  const attempt = newId(); // the same for every try, so that a lost answer does not lose the seat
  return new Promise((resolve) => {
    const leave = (): void => {
      forgetFragment();
      form.hidden = true;
      document.body.classList.remove("joining");
      resolve();
    };
    find("#join-watch", form).addEventListener("click", leave);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const report = (text: string): void => {
        error.textContent = text;
      };
      const body = { invite, name: field.value, client_move_id: attempt };
      press.disabled = true;
      void takeSeat(table, base, body, report).then(leave, (problem: unknown) => {
        press.disabled = false;
        report(explain(problem).text);
      });
    });
  });
}

async function takeSeat(table: string, base: string, body: SeatRequest, report: (text: string) => void): Promise<void> {
  const { seat, secret } = await postReliably<Joined>(`${base}/join`, body, report);
  rememberName(body.name);
  if (secret) keepSecret(table, seat, secret);
}
