// Entry of the page of today: the settings menu, days in words, and what was solved here.
import { wordDays } from "./today/dates.ts";
import { openDeals } from "./today/deals.ts";
import { markPuzzles, tellStreak } from "./today/marks.ts";
import { startFront } from "./ui/front.ts";

startFront();
wordDays();
openDeals();
markPuzzles();
tellStreak(document.body.dataset.today ?? "");
