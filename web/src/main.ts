// Entry: every page has the settings menu; the rest depends on which page it is.
import { startHome } from "./home/home.ts";
import { startReplay } from "./replay/replay.ts";
import { startTable } from "./table/table.ts";
import { startPage } from "./ui/page.ts";

const starts: Record<string, () => void> = { home: startHome, table: startTable, replay: startReplay };

startPage();
starts[document.body.dataset.page ?? ""]?.();
