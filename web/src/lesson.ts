// Entry of the pages of first games: the settings menu and the lesson.
import { startLesson } from "./lesson/lesson.ts";
import { startPage } from "./ui/page.ts";

startPage();
startLesson();
