// Entry of the table and of the pages to read: every one has the settings menu.
import { startTable } from "./table/table.ts";
import { startPage } from "./ui/page.ts";

startPage();
if (document.body.dataset.page === "table") startTable();
