// Entry of all pages but the home page: every one has the settings menu; the rest depends on which page it is.
import { startReplay } from "./replay/replay.ts";
import { startTable } from "./table/table.ts";
import { startPage } from "./ui/page.ts";

const starts: Record<string, () => void> = { table: startTable, replay: startReplay };

startPage();
starts[document.body.dataset.page ?? ""]?.();
