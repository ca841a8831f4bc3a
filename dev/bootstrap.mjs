// Runs dev/<command>.ts on a machine with Node and npm only: plain JavaScript without dependencies,
// which checks the version of Node and installs the packages. Commands that a person or a test starts
// often are compiled once (`compile-command.mjs`); the others, while they are loaded.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST_NODE = [20, 19];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".installed-lock");

const [command = "start", ...rest] = process.argv.slice(2);
process.chdir(root);
assertNode();
const installed = install();
const source = join("dev", `${command}.ts`);
process.argv = [process.argv[0], join(root, source), ...rest];
await import(pathToFileURL(await moduleOf(source)).href);

async function moduleOf(path) {
  const { COMPILED, compileCommand } = await import("./compile-command.mjs");
  if (COMPILED.includes(command)) return compileCommand(root, path, installed);
  const { register } = await import("tsx/esm/api");
  register();
  return join(root, path);
}

function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `Node ${OLDEST_NODE.join(".")} or newer is needed; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Installs unless node_modules was made from the current lockfile. Returns the hash of that. */
function install() {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return lock;
  // An installation that npm made from this lockfile needs no second one.
  if (!isInstalledFromLock()) {
    console.log("Installing dependencies ...");
    const npm = process.env.npm_execpath;
    const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status } = npm
      ? spawnSync(process.execPath, [npm, ...args], { stdio: "inherit" })
      : spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) {
      console.error("The installation failed: see above.");
      process.exit(1);
    }
  }
  writeFileSync(stamp, lock);
  return lock;
}

/** True where npm's record of the installation lists the releases of the lockfile. */
function isInstalledFromLock() {
  const installed = join("node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const installedPackages = JSON.parse(readFileSync(installed, "utf8")).packages ?? {};
  const lockedPackages = JSON.parse(readFileSync("package-lock.json", "utf8")).packages ?? {};
  return Object.entries(lockedPackages).every(
    ([path, { version, optional, integrity }]) =>
      path === "" ||
      (optional && !installedPackages[path]) ||
      (installedPackages[path]?.version === version &&
        installedPackages[path]?.integrity === integrity),
  );
}
