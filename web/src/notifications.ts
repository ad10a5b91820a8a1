// Entry of the page on notifications.
import { startPush } from "./notifications/push.ts";
import { sendForms } from "./ui/forms.ts";
import { startPage } from "./ui/page.ts";
import { tellTimes } from "./ui/times.ts";

startPage();
sendForms();
startPush();
tellTimes();
