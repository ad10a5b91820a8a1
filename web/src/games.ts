// Entry of the page of one's games.
import { startMyGames } from "./home/my-games.ts";
import { startFront } from "./ui/front.ts";

startFront();
startMyGames();
