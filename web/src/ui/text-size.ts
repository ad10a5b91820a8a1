// How large the reader has text shown: a page whose text is shown at 200 % is laid out like one that is shown at 200 %.

/** 1 where the root's font size is the usual one. */
export function textZoom(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
