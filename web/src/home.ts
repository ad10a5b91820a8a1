// Entry of the home page: it needs nothing of what a table does, so it comes without it.
import { startHome } from "./home/home.ts";
import { startFront } from "./ui/front.ts";

startFront();
startHome();
