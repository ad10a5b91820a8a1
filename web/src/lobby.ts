// Entry of the lobby: the settings menu, and the public tables.
import { startLobby } from "./lobby/lobby.ts";
import { startFront } from "./ui/front.ts";

startFront();
startLobby();
