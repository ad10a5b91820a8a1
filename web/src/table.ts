// Entry of the table.
import { startTable } from "./table/table.ts";
import { startPage } from "./ui/page.ts";

startPage();
startTable();
