// What only the end of a game needs: it is loaded then.
export { Counting } from "./stage/counting.ts";
export { Column } from "./table/column.ts";
export { offerPicture } from "./table/picture.ts";
