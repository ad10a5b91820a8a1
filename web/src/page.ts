// Entry of the pages that the server makes whole: to read, or with forms to fill in.
import { markChapters } from "./ui/chapters.ts";
import { follow } from "./ui/follow.ts";
import { sendForms } from "./ui/forms.ts";
import { startFront } from "./ui/front.ts";
import { tellTimes } from "./ui/times.ts";

startFront();
sendForms();
follow();
tellTimes();
markChapters();
