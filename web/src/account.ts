// Entry of the account's page.
import { startAccount } from "./account/page.ts";
import { startFront } from "./ui/front.ts";

startFront();
void startAccount();
