// Bundles the client: src/main.ts -> app.js, css/app.css -> app.css, what home page, lessons and replays have instead or besides, and what shows the end of a game, minified, into the folder given (or the server's static folder).

import { copyFile } from "node:fs/promises";
import { build } from "esbuild";

const outdir = process.argv[2] ?? "../src/quartier/server/http/static";

await build({
  entryPoints: {
    app: "src/main.ts",
    home: "src/home.ts",
    lesson: "src/lesson.ts",
    puzzle: "src/puzzle.ts",
    replay: "src/replay.ts",
    today: "src/today.ts",
    end: "src/end.ts",
  },
  outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  legalComments: "none",
  logLevel: "warning",
});

await build({
  entryPoints: {
    app: "css/app.css",
    home: "css/front.css",
    lesson: "css/lesson.css",
    puzzle: "css/puzzle.css",
    replay: "css/replay.css",
    end: "css/finale.css",
    today: "css/today.css",
  },
  outdir,
  bundle: true,
  minify: true,
  target: ["chrome111", "firefox113", "safari16.4"],
  logLevel: "warning",
});

await copyFile("icon.svg", `${outdir}/icon.svg`);
