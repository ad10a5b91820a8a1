// Opening a record: it is chosen or dropped; the server checks it and shows it step by step.
import { explain, postFile } from "../net/api.ts";
import { shake } from "../stage/effects.ts";
import { find, setText } from "../ui/dom.ts";
import { t } from "../ui/translations.ts";

const LARGEST = 1_000_000;

export function startRecord(): void {
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
  if (file.size > LARGEST) return setText(problem, t("This file is too large to be a game record."));
  try {
    const { url } = await postFile<{ url: string }>("/api/records", file);
    location.assign(url);
  } catch (error) {
    problem.textContent = explain(error).text;
    shake(problem);
  }
}
