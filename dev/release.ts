/**
 * `npm run release [-- --tag]`: keeps the version of package.json in `tests/releases`, in place of the one
 * before: its Worker as it is deployed, and a shop that this Worker has filled. Prints the commands that
 * commit and tag it; `--tag` runs them.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfChanged, runBuildStep, SHIPPED } from "./run/build";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";
import { releaseObstacle } from "./run/release-notes";

const RELEASES = join(ROOT, "tests/releases");

const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });

/** Bundles the Worker as `npm run deploy` does. */
async function bundle(workerDir: string): Promise<void> {
  await buildIfChanged();
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const args = ["deploy", "--minify", "--dry-run", "--outdir", workerDir];
  const env = { WRANGLER_SEND_METRICS: "false", COMPTOIR_IS_BUILT: "1" };
  await runBuildStep([wrangler, ...args], env);
  const options = "local-options.json";
  cpSync(join(SHIPPED.workerDir, options), join(workerDir, options));
}

/** Runs the test that fills a shop by this Worker and keeps both in `folder`. */
async function fillShop(workerDir: string, folder: string): Promise<void> {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--project", "node", "tests/process/cut-release.test.ts"];
  const env = { ...process.env, RELEASE_FOLDER: folder, RELEASE_WORKER: workerDir };
  const child = spawn(process.execPath, [vitest, ...args], { cwd: ROOT, env, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new StartFailure("The shop could not be filled: see above.");
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { tag: { type: "boolean", default: false } } });
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const tag = `v${version}`;
  const obstacle = releaseObstacle({
    version,
    changelog: readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"),
    changedFiles: git("status", "--porcelain").split("\n").filter(Boolean),
    tags: git("tag", "--list").split("\n"),
  });
  if (obstacle) throw new StartFailure(obstacle);
  const work = mkdtempSync(join(tmpdir(), "comptoir-release-"));
  try {
    const [workerDir, kept] = [join(work, "worker"), join(work, "kept")];
    await bundle(workerDir);
    await fillShop(workerDir, kept);
    // Only now: a release that can't be made leaves the one before.
    rmSync(RELEASES, { recursive: true, force: true });
    mkdirSync(RELEASES, { recursive: true });
    cpSync(kept, join(RELEASES, version), { recursive: true });
  } finally {
    if (existsSync(work)) rmSync(work, { recursive: true, force: true });
  }
  const folder = join(RELEASES, version);
  const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  console.log(`\n${version} is in tests/releases: ${bytes.reduce((sum, one) => sum + one)} bytes.`);
  const commands = [
    ["add", "--all", "tests/releases"],
    ["commit", "--message", `Cut release ${version}`],
    ["tag", "--annotate", tag, "--message", `Comptoir ${version}`],
  ];
  if (values.tag) for (const args of commands) git(...args);
  else console.log(`To commit and tag it:\n${commands.map(shellLine).join("\n")}`);
});

function shellLine(args: string[]): string {
  return `  git ${args.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg)).join(" ")}`;
}
