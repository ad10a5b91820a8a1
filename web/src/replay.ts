// Entry of the replay page: the settings menu and the game step by step.
import { startReplay } from "./replay/replay.ts";
import { startPage } from "./ui/page.ts";

startPage();
startReplay();
