// Entry of the pages of daily puzzles: the settings menu and the puzzle.
import { startPuzzle } from "./today/puzzle.ts";
import { startPage } from "./ui/page.ts";

startPage();
startPuzzle();
