// Where the site is: its scripts are in /static/ below the root path.

/** What every path of this site begins with: "/quartier" for https://club.example/quartier/, or "". */
export const ROOT = new URL("..", import.meta.url).pathname.slice(0, -1);
