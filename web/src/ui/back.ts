// The Back button (the browser's, a phone's gesture) closes what lies over the page before it leaves the page. While something
// is open the history has one more entry; it stays when that is closed otherwise, and going back over it goes on back.

const open: (() => void)[] = [];
/** The page is at its additional entry, which it reached under this fragment. */
let further = isOurs(history.state);
let hash = location.hash;

/** Something is open: Back calls `close`. Returns what has to be called when it is closed, however that comes. */
export function closeOnBack(close: () => void): () => void {
  open.push(close);
  remember();
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
  };
}

function remember(): void {
  if (!further) history.pushState({ over: true }, "");
  [further, hash] = [true, location.hash];
}

function isOurs(state: unknown): boolean {
  return typeof state === "object" && state !== null && "over" in state;
}

/** Also links to a place of the page come here; they close nothing. */
function onPopState({ state }: PopStateEvent): void {
  const wentBack = further && !isOurs(state) && location.hash === hash;
  further = isOurs(state);
  if (!wentBack) return;
  const close = open.pop();
  if (!close) return history.back();
  close();
  if (open.length) remember();
}

export function watchBack(): void {
  addEventListener("popstate", onPopState);
}
