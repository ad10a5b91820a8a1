// What the side sheet shows of points and of the table, and what stands behind it: it is loaded when it is needed.
export { TableCard } from "./table/card.ts";
export { addNonces } from "./table/chance.ts";
export { Points } from "./table/points.ts";
