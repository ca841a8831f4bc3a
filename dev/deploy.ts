/**
 * `npm run deploy [-- --env preview] [-- --dry-run]`: builds from scratch, applies the pending migrations, and deploys
 * with wrangler; `--dry-run` stops before the migrations. Names every setting that is missing. Refuses migrations that
 * the deployed version could not go on with, and nodes of another chain where it can read which are used. Asks
 * nothing, since the Deploy to Cloudflare button runs it as well.
 */
import { runCommand } from "./run/failure";
import { deployWorker } from "./setup/deploy-worker";
import { environmentNamed } from "./setup/installation";

await runCommand(async () => {
  const args = process.argv.slice(2);
  const rest: string[] = [];
  let environment = "production";
  let dryRun = false;
  for (let at = 0; at < args.length; at++) {
    const [argument = "", value] = (args[at] ?? "").split(/=(.*)/s, 2);
    if (argument === "--dry-run") dryRun = true;
    else if (argument === "--env" || argument === "-e") environment = value ?? args[++at] ?? "";
    else rest.push(args[at] ?? "");
  }
  await deployWorker(environmentNamed(environment), { dryRun, args: rest });
});
