// Entry: every page has the settings menu; the rest depends on which page it is.
import { startHome } from "./home.ts";
import { startPage } from "./page.ts";
import { startReplay } from "./replay.ts";
import { startTable } from "./table.ts";

const starts: Record<string, () => void> = { home: startHome, table: startTable, replay: startReplay };

startPage();
starts[document.body.dataset["page"] ?? ""]?.();
