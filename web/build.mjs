// Bundles the client, minified, into the folder given (or the server's static folder): an entry for each kind of page, chunks
// that they share or load when they need them, imports.json with the chunks that an entry begins with, and style sheets.

import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build } from "esbuild";

const outdir = process.argv[2] ?? "../src/quartier/server/http/static";
const scripts = {
  outdir,
  bundle: true,
  minify: true,
  splitting: true,
  metafile: true,
  format: "esm",
  target: "es2023",
  chunkNames: "[name]-[hash]",
  legalComments: "none",
  logLevel: "warning",
};

await mkdir(outdir, { recursive: true });
for (const old of await readdir(outdir)) if (/\.(js|css)$/.test(old)) await rm(`${outdir}/${old}`);

// What plays games has nearly all in common, what leads to them has little: apart they make fewer chunks.
const played = { app: "src/main.ts", lesson: "src/lesson.ts", puzzle: "src/puzzle.ts", replay: "src/replay.ts" };
const leading = { account: "src/account.ts", home: "src/home.ts", lobby: "src/lobby.ts", today: "src/today.ts" };
const built = [await build({ ...scripts, entryPoints: played }), await build({ ...scripts, entryPoints: leading })];
await writeFile(`${outdir}/imports.json`, JSON.stringify(Object.assign({}, ...built.map(imports))));

/** The chunks that each entry begins with, by the entry's name. */
function imports({ metafile }) {
  const files = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, { imports }]) => [
      basename(path),
      imports.filter(({ kind }) => kind === "import-statement").map((each) => basename(each.path)),
    ]),
  );
  const reached = (name) => files[name].flatMap((each) => [each, ...reached(each)]);
  const entries = Object.keys(files).filter((name) => !name.includes("-"));
  return Object.fromEntries(entries.map((name) => [name, [...new Set(reached(name))]]));
}

await build({
  entryPoints: {
    app: "css/app.css",
    home: "css/front.css",
    lobby: "css/lobby.css",
    lesson: "css/lesson.css",
    puzzle: "css/puzzle.css",
    later: "css/later.css",
    replay: "css/replay.css",
    today: "css/today.css",
    account: "css/account.css",
  },
  outdir,
  bundle: true,
  minify: true,
  target: ["chrome111", "firefox113", "safari16.4"],
  logLevel: "warning",
});

for (const icon of ["icon.svg", "waiting.svg"]) await copyFile(icon, `${outdir}/${icon}`);
