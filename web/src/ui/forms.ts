// Forms: what was filled in is sent, and a refusal is said beside it.
import { explain, post, Refused } from "../net/api.ts";
import { copyText, find, findAll, setText } from "./dom.ts";
import { t } from "./translations.ts";

/** What was filled in, by the fields' names: ticks as booleans, numbers as numbers, null for a number left out. */
export type Fields = Record<string, string | number | boolean | null>;

/** Forms with `data-send="/api/..."` post their fields there; then the page goes to `data-then`, to the `to` of the answer, or is made anew,
    unless the answer holds something that is `shown` once. */
export function sendForms(): void {
  // A code comes with a link behind its #, which no server and no log gets to see.
  for (const field of findAll<HTMLInputElement>("[data-hash]")) field.value = location.hash.slice(1);
  for (const form of findAll<HTMLFormElement>("form[data-send]"))
    whenSent(form, async (fields) => {
      const { to, shown } = await post<{ to?: string; shown?: string }>(form.dataset.send ?? "", fields);
      if (shown) return showOnce(form, shown);
      const next = form.dataset.then ?? to;
      if (next) location.assign(next);
      else location.reload();
    });
}

/** What is told this once stays on the page until somebody leaves it. */
function showOnce(form: HTMLFormElement, secret: string): void {
  const [place, code] = [find("[data-shown]", form), find("[data-shown] code", form)];
  place.hidden = false;
  code.textContent = secret;
  code.focus();
  const copy = find<HTMLButtonElement>("[data-copy]", place);
  copy.onclick = () => void copyText(secret, copy, t("Copied"));
}

/** Act on what was filled in; a refusal stands below the field that it means, or beside the form, whose fields keep what they hold. */
export function whenSent(form: HTMLFormElement, act: (fields: Fields) => Promise<void>): void {
  const problem = find(".problem", form);
  const { parentElement: home, nextSibling: next } = problem;
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return; // a second press means the same
    busy = true;
    setText(problem, "");
    home?.insertBefore(problem, next);
    try {
      await act(filledIn(form, event.submitter));
      form.reset();
    } catch (error) {
      const fields = wrong(form, error);
      for (const field of fields) field.setAttribute("aria-invalid", "true");
      const label = fields.length === 1 ? fields[0]?.closest("label") : null;
      label?.append(problem);
      setText(problem, explain(error).text);
      fields[0]?.focus({ preventScroll: true });
      (label ?? fields[0])?.scrollIntoView({ block: "nearest" });
    }
    busy = false;
  });
  form.addEventListener("input", (event) => (event.target as HTMLElement).removeAttribute("aria-invalid"));
}

/** The fields that are wrong: called like the refusal, or known to the page itself; else all that are typed into. */
function wrong(form: HTMLFormElement, error: unknown): HTMLInputElement[] {
  const code = error instanceof Refused && error.refusal.code;
  const fields = findAll<HTMLInputElement>("input:not([type=hidden]), select, textarea", form);
  const marked = fields.filter((field) => field.name === code || !field.validity.valid);
  return marked.length ? marked : fields.filter((field) => !field.matches("select"));
}

function filledIn(form: HTMLFormElement, pressed: HTMLElement | null): Fields {
  const fields: Fields = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLElement) || !("name" in field) || !field.name) continue;
    const { name, type, value, checked } = field as HTMLInputElement;
    if (type === "radio" ? !checked : type === "submit" && field !== pressed) continue;
    fields[name] = type === "checkbox" ? checked : type === "number" ? (value ? Number(value) : null) : value;
  }
  return fields;
}
