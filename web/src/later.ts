// What a table does not need at once, in one part of the script: the end of a game, the tabs of the sheet, the room in which one
// waits for others, chat, clocks, hints, dragging, keys, boards that open large. (Many small parts would weigh more than they
// spare.)

export { openFirstTable } from "./lesson/opening.ts";
export { present } from "./net/old-seats.ts";
export { Counting } from "./stage/counting.ts";
export { Expected } from "./stage/expected.ts";
export { burst } from "./stage/fireworks.ts";
export { keepPanelHeight } from "./stage/panel.ts";
export { TableCard } from "./table/card.ts";
export { addNonces } from "./table/chance.ts";
export { Chat } from "./table/chat.ts";
export { Clocks } from "./table/clocks.ts";
export { Coach } from "./table/coach.ts";
export { Column } from "./table/column.ts";
export { Drag } from "./table/drag.ts";
export { Hints } from "./table/hints.ts";
export { KeyFocus } from "./table/key-focus.ts";
export { focusFirst, watchKeys } from "./table/keys.ts";
export { Large } from "./table/large.ts";
export { watchNext } from "./table/next.ts";
export { showEnd, showWaiting } from "./table/panels.ts";
export { Points } from "./table/points.ts";
export { Questions } from "./table/questions.ts";
