// Entry of the pages that the server makes whole: to read, or with forms to fill in.
import { findAll } from "./ui/dom.ts";
import { sendForms } from "./ui/forms.ts";
import { startPage } from "./ui/page.ts";
import { language } from "./ui/words.ts";

startPage();
sendForms();
// The server knows no time zones.
for (const each of findAll<HTMLTimeElement>("time[datetime*=T]"))
  each.textContent = new Date(each.dateTime).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
