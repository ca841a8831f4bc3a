// Runs dev/<command>.ts on a machine that has nothing but Node and npm: plain JavaScript, no
// dependency, so that it can say what is missing and install the rest.
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
requireNode();
install();
process.argv = [process.argv[0], join(root, "dev", `${command}.ts`), ...rest];
const { register } = await import("tsx/esm/api");
register();
await import(pathToFileURL(process.argv[1]).href);

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `Node ${OLDEST_NODE.join(".")} or newer is needed; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Installs when the lockfile is not the one that node_modules was made from. */
function install() {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  // A folder that npm made from this very lockfile by hand is as good as one that we made.
  if (!madeFromThisLock()) {
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
}

/** True where what npm noted of the installation names the same releases as the lockfile. */
function madeFromThisLock() {
  const installed = join("node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const has = JSON.parse(readFileSync(installed, "utf8")).packages ?? {};
  const asks = JSON.parse(readFileSync("package-lock.json", "utf8")).packages ?? {};
  return Object.entries(asks).every(
    ([path, { version, optional, integrity }]) =>
      path === "" ||
      (optional && !has[path]) ||
      (has[path]?.version === version && has[path]?.integrity === integrity),
  );
}
