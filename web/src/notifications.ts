// Entry of the page on notifications.
import { startPush } from "./notifications/push.ts";
import { sendForms } from "./ui/forms.ts";
import { startFront } from "./ui/front.ts";
import { tellTimes } from "./ui/times.ts";

startFront();
sendForms();
startPush();
tellTimes();
