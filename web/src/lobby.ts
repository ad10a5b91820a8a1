// Entry of the lobby: the settings menu, and the public tables.
import { startLobby } from "./lobby/lobby.ts";
import { startPage } from "./ui/page.ts";

startPage();
startLobby();
