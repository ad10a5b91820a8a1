// Entry of the pages that the server makes whole: to read, or with forms to fill in.
import { sendForms } from "./ui/forms.ts";
import { startPage } from "./ui/page.ts";

startPage();
sendForms();
