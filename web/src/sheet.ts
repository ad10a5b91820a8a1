// What the side sheet shows of points and of the table: it is loaded when the sheet is opened.
export { TableCard } from "./table/card.ts";
export { Points } from "./table/points.ts";
