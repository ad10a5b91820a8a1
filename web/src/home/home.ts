// The home page: make a table, open a record.
import { explain, post, postText } from "../net/api.ts";
import { keepSecret, playerName, rememberName } from "../net/secrets.ts";
import type { MadeTable } from "../net/types.ts";
import { shake } from "../stage/effects.ts";
import { find, findAll, make } from "../ui/dom.ts";
import { t } from "../ui/words.ts";

interface Wish {
  kind: "me" | "friend" | "bot";
  name?: string;
  bot?: string;
}

type Option = HTMLSelectElement | HTMLInputElement;

export function startHome(): void {
  for (const form of findAll<HTMLFormElement>("form.new-table")) startForm(form);
  startRecord();
}

function startForm(form: HTMLFormElement): void {
  const seats = findAll<HTMLFieldSetElement>(".seat-wish", form);
  const hints = find<HTMLInputElement>("[data-hints]", form);
  let chosen = false;
  hints.addEventListener("change", () => (chosen = true));
  for (const seat of seats) {
    find("select", seat).addEventListener("change", () => {
      showSeat(seat);
      if (!chosen) hints.checked = !withFriends(seats);
    });
    showSeat(seat);
  }
  const first = seats[0] && find<HTMLInputElement>("input.name", seats[0]);
  if (first) first.value ||= playerName();
  form.addEventListener("change", () => showOptions(form));
  showOptions(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void create(form);
  });
}

/** Where people compete from device to device, there are hints only on request. */
function withFriends(seats: HTMLFieldSetElement[]): boolean {
  return seats.some((seat) => find<HTMLSelectElement>("select", seat).value === "friend");
}

/** Only a person at this device has a name to enter here; the others bring theirs. */
function showSeat(seat: HTMLFieldSetElement): void {
  const kind = find<HTMLSelectElement>("select", seat).value;
  const name = find<HTMLInputElement>("input.name", seat);
  name.disabled = kind !== "me" && kind !== "here";
  name.required = !name.disabled;
}

/** What is asked for one seat; nothing for a seat that is left out. */
function wishesOf(seat: HTMLFieldSetElement): Wish[] {
  const chosen = find<HTMLSelectElement>("select", seat).value;
  if (chosen === "nobody") return [];
  const name = find<HTMLInputElement>("input.name", seat).value.trim();
  if (chosen.startsWith("bot:")) return [{ kind: "bot", bot: chosen.slice(4) }];
  if (chosen === "friend") return [{ kind: "friend" }];
  return [{ kind: "me", name }];
}

/** An option that needs a switch is offered while that is on. */
function showOptions(form: HTMLFormElement): void {
  for (const field of findAll<Option>("[data-needs]", form)) {
    const needed = find<HTMLInputElement>(`[name="${field.dataset.needs}"]`, form);
    (field.closest("label") ?? field).hidden = !needed.checked;
  }
}

/** What is offered; the server knows the defaults of the rest. */
function optionsOf(form: HTMLFormElement): Record<string, unknown> {
  const fields = findAll<Option>("[data-option]", form).filter((field) => !field.closest("[hidden]"));
  return Object.fromEntries(fields.map((field) => [field.name, chosenValue(field)]));
}

/** A switch is on or off; a choice holds its value as JSON. */
function chosenValue(field: Option): unknown {
  return field instanceof HTMLInputElement ? field.checked : (JSON.parse(field.value) as unknown);
}

/** What is played: title, options, board, whether moves without a choice happen by themselves, and whether there are hints. */
function gameOf(form: HTMLFormElement): Record<string, unknown> {
  const board = form.querySelector<HTMLSelectElement>("[data-board]");
  const automatic = find<HTMLInputElement>("[data-automatic]", form).checked;
  const hints = find<HTMLInputElement>("[data-hints]", form).checked;
  return {
    title: form.dataset.title,
    options: optionsOf(form),
    automatic,
    hints,
    ...(board ? { board: board.value } : {}),
  };
}

async function create(form: HTMLFormElement): Promise<void> {
  const wishes = findAll<HTMLFieldSetElement>(".seat-wish", form).flatMap(wishesOf);
  const press = find<HTMLButtonElement>("button[type=submit]", form);
  press.disabled = true;
  try {
    const made = await post<MadeTable>("/api/tables", { ...gameOf(form), seats: wishes });
    rememberName(wishes.find((wish) => wish.name)?.name ?? "");
    for (const seat of made.seats) if (seat.secret) keepSecret(made.id, seat.seat, seat.secret);
    location.assign(made.url);
  } catch (error) {
    showProblem(find(".problem", form), error);
    press.disabled = false;
  }
}

function showProblem(place: HTMLElement, error: unknown): void {
  place.textContent = explain(error).text;
  shake(place);
}

/** A record is chosen or dropped; the server checks it and shows it step by step. */
function startRecord(): void {
  const field = find<HTMLInputElement>("#record-file");
  const area = find("#record");
  field.addEventListener("change", () => field.files?.[0] && void openRecord(field.files[0]));
  area.addEventListener("dragover", (event) => event.preventDefault());
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openRecord(file);
  });
}

async function openRecord(file: File): Promise<void> {
  const problem = find("#record-problem");
  if (file.size > 1_000_000)
    return problem.replaceChildren(make("span", {}, t("This file is too large for a record.")));
  try {
    const { url } = await postText<{ url: string }>("/api/records", await file.text());
    location.assign(url);
  } catch (error) {
    showProblem(problem, error);
  }
}
