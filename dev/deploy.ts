/** Builds from scratch and deploys with wrangler; `--dry-run` stops before the upload. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfChanged } from "./run/build";
import { SHIPPED } from "./run/build-target";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";

await runCommand(async () => {
  for (const folder of [SHIPPED.buildDir, SHIPPED.workerDir]) {
    rmSync(folder, { recursive: true, force: true });
  }
  await buildIfChanged();
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const { status } = spawnSync(
    process.execPath,
    [wrangler, "deploy", "--minify", ...process.argv.slice(2)],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
  );
  if (status !== 0) throw new StartFailure("The deployment failed: see above.");
});
