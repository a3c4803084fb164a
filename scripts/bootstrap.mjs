// Runs before npm start, demo, test, dev, gallery, check, bench and ops. Plain JavaScript for Node 20
// and later without packages, because it installs them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
// What each goal needs in addition to the packages for building and running.
const goals = {
  start: { tools: false, site: true, server: true },
  ops: { tools: false },
  dev: { tools: true, site: true },
  test: { tools: true, site: true, server: true },
  check: { tools: true },
};
const goal = goals[process.argv[2]];
if (!goal) {
  console.error(`Usage: bootstrap.mjs ${Object.keys(goals).join("|")}`);
  process.exit(1);
}

const at = (...parts) => path.join(root, ...parts);
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Whether development packages are installed; if so, they are kept. */
function hasTools() {
  return /^\s*"dev": true/m.test(read(at("node_modules/.package-lock.json")));
}

function run(what, command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  console.error(`${what} failed (${error?.message ?? `exit code ${status}`}).`);
  process.exit(1);
}

// npm ci removes node_modules, with this stamp, first; so an interrupted install is detected.
const installStamp = at("node_modules/.install-stamp");
const lock = hashFiles([at("package-lock.json")]);
const stamps = { all: lock, withoutTools: `${lock} --omit=dev` };
const installed = read(installStamp);
const lacksTools = goal.tools && installed === stamps.withoutTools;
if (lacksTools || !Object.values(stamps).includes(installed)) {
  const tools = goal.tools || hasTools();
  console.log(lacksTools ? "Installing development packages..." : "Installing packages...");
  const args = [
    // Adds missing packages without touching the others, which a running server may be using.
    ...(lacksTools ? ["install", "--no-save"] : ["ci"]),
    tools ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const npm = process.env.npm_execpath;
  // npm puts our own Node first in PATH; npm ci would delete the Node it runs on.
  if (npm && !process.execPath.includes("node_modules"))
    run("Installing", process.execPath, [npm, ...args]);
  else run("Installing", "npm", args);
  writeFileSync(installStamp, tools ? stamps.all : stamps.withoutTools);
}

const node = at("node_modules/.bin", process.platform === "win32" ? "node.cmd" : "node");
if (!existsSync(node)) {
  console.error(
    "Node 26 was not installed; this platform may have no package. Delete node_modules and retry.",
  );
  process.exit(1);
}

const isTest = (file) => /\.test\.tsx?$/.test(file);
if (goal.site) {
  const sources = [
    ...["src", "scripts"]
      .flatMap((name) => listFiles(at(name)))
      // The server's own code is not part of the site.
      .filter((file) => !/[\\/](server|ops|gallery)[\\/]/.test(file)),
    at("index.html"),
    at("vite.config.ts"),
  ].filter((file) => !isTest(file));
  const built = hashFiles(sources) + lock;
  if (read(at("dist/.stamp")) !== built) {
    console.log("Building the site...");
    run("Building", node, [at("scripts/build.ts"), built], { NODE_ENV: "production" });
  }
}

if (goal.server) {
  const sources = [...listFiles(at("src")), at("scripts/build/bundle-server.ts")];
  const hash = hashFiles([at("package-lock.json"), ...sources.filter((file) => !isTest(file))]);
  const name = hash.slice(0, 16);
  if (!read(at("dist/server.js")).includes(name)) {
    console.log("Building the server...");
    run("Building", node, [at("scripts/build/bundle-server.ts"), name], { NODE_ENV: "production" });
  }
}
