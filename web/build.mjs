// Bundles the client, minified, into the folder given (or the server's static folder): an entry for each kind of page, chunks
// that they share or load when they need them, imports.json with the chunks that an entry begins with, and style sheets.

import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build } from "esbuild";
import { minify } from "terser";

const outdir = process.argv[2] ?? "../src/quartier/server/http/static";
const scripts = {
  outdir,
  bundle: true,
  minify: true,
  splitting: true,
  metafile: true,
  format: "esm",
  target: "es2023",
  chunkNames: "[hash]",
  legalComments: "none",
  logLevel: "warning",
};

await mkdir(outdir, { recursive: true });
for (const old of await readdir(outdir)) if (/\.(js|css)$/.test(old)) await rm(`${outdir}/${old}`);

const entries = [
  "account",
  "chance",
  "games",
  "home",
  "lesson",
  "lobby",
  "notifications",
  "page",
  "puzzle",
  "replay",
  "table",
  "today",
];
// The shared worker is one file whose name holds the hash of its content: a new version of the page never talks to an old one.
const worker = await build({ ...scripts, splitting: false, entryNames: "[hash]", entryPoints: ["src/stream.ts"] });
const [workerPath] = Object.keys(worker.metafile.outputs);
const workerFile = `./${basename(workerPath)}`;
const built = await build({
  ...scripts,
  entryPoints: entries.map((name) => `src/${name}.ts`),
  define: { STREAM_FILE: JSON.stringify(workerFile) },
  external: [workerFile],
});
const privateNames = await shortenPrivateNames([workerPath, ...Object.keys(built.metafile.outputs)]);
await shorten(workerPath);
await writeFile(`${outdir}/imports.json`, JSON.stringify(imports(built)));
await Promise.all(Object.keys(built.metafile.outputs).map(shorten));

/** Bundled scripts as short as they can be: about 5 % are left to save. */
async function shorten(path) {
  const { code } = await minify(await readFile(path, "utf-8"), {
    ecma: 2023,
    module: true,
    compress: { passes: 3, unsafe_arrows: true, keep_fargs: false },
    mangle: { properties: { regex: privateNames.regex } },
    nameCache: { ...privateNames.cache },
    format: { comments: false },
  });
  await writeFile(path, code);
}

/**
 * Short names of private and protected members that only `this` uses in the bundled scripts, where local names are short already: no key, no
 * string. They are the same in all scripts, since a class and the one that it extends can be in two of them.
 */
async function shortenPrivateNames(paths) {
  // Sorted: the order decides who gets which name, and must not depend on the file system.
  const files = (await readdir("src", { recursive: true })).filter((name) => name.endsWith(".ts")).sort();
  const code = await readAll(files.map((name) => `src/${name}`));
  const declared = code.matchAll(
    /\b(?:private|protected) (?:(?:static|readonly|abstract|override|async|get|set) )*(\w+)/g,
  );
  const names = new Set([...declared].map(([, name]) => name));
  const others = /(?<!this)\??\.(\w+)|(\w+)\s*:|(["'`])(\w+)\3/g;
  for (const [, member, key, , text] of (await readAll(paths)).matchAll(others)) names.delete(member ?? key ?? text);
  const short = [...names].map((name, number) => [`$${name}`, `_${number.toString(36)}`]);
  return { regex: new RegExp(`^(?:${[...names].join("|")})$`), cache: { props: { props: Object.fromEntries(short) } } };
}

async function readAll(paths) {
  return (await Promise.all(paths.map((path) => readFile(path, "utf-8")))).join("\n");
}

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
    front: "css/front.css",
    lesson: "css/lesson.css",
    puzzle: "css/puzzle.css",
    later: "css/later.css",
    reading: "css/reading.css",
    replay: "css/replay.css",
    settings: "css/settings.css",
  },
  outdir,
  bundle: true,
  minify: true,
  target: ["chrome111", "firefox113", "safari16.4"],
  logLevel: "warning",
});

await build({ entryPoints: ["worker.js"], outdir, minify: true, target: "es2023", logLevel: "warning" });

const icons = ["icon.svg", "waiting.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"];
for (const icon of icons) await copyFile(icon, `${outdir}/${icon}`);
