import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "../run/failure";
import { TSX } from "../run/paths";
import { sourceHash } from "../run/source-hash";

/**
 * Builds the Worker of the checkout at `root` with a source map and with functions as they are
 * written, unless its sources are those of the last such build. Returns the folder of `index.js`
 * and `index.js.map`.
 *
 * @throws StartFailure with the compiler's words
 */
export async function buildTraced(root: string): Promise<string> {
  const cache = join(root, ".cache", "traced");
  const [buildDir, workerDir] = [join(cache, "build"), join(cache, "worker")];
  const stamp = join(cache, "built-from");
  const hash = sourceHash(root);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return workerDir;
  mkdirSync(cache, { recursive: true });
  const env = {
    ...process.env,
    NODE_ENV: "production",
    WORKER_ENTRY: "workers/app.ts",
    BUILD_DIR: buildDir,
    WORKER_DIR: workerDir,
  };
  const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const asWritten = ["--sourcemapServer", "--minify", "false"];
  await run([remix, "vite:build", "--logLevel", "error", ...asWritten], root, env);
  await run(["--import", TSX, join(root, "dev/run/build-worker.ts")], root, env);
  writeFileSync(stamp, hash);
  return workerDir;
}

async function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new StartFailure(`The build failed:\n${errors.trim()}`);
}
