// Entry of the account's page.
import { startAccount } from "./account/page.ts";
import { startPage } from "./ui/page.ts";

startPage();
void startAccount();
