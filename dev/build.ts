/**
 * The `[build]` command of wrangler.toml, for `wrangler dev` and `wrangler deploy` in any checkout: builds
 * what has changed. It ends by itself, since wrangler waits for it for ever.
 */
import { buildIfChanged } from "./run/build";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";
import { renewConfiguration } from "./setup/wrangler-config";

/** A build takes about 30 s of one core; another one of this checkout may run before it. */
const MAX_MS = 10 * 60_000;

// The build itself runs wrangler to bundle the Worker, with this variable.
if (process.env.COMPTOIR_IS_BUILT !== "1") {
  await runCommand(async () => {
    // Wrangler has read the configuration already.
    if (renewConfiguration(ROOT)) {
      throw new StartFailure(
        "wrangler.json was older than wrangler.toml or installation.json and is written again: repeat the command.",
      );
    }
    const late = setTimeout(() => {
      console.error(`The build did not end within ${MAX_MS / 60_000} minutes.`);
      process.exit(1);
    }, MAX_MS);
    // A running server reads the assets of the build before.
    const built = await buildIfChanged({ keepAssets: true });
    clearTimeout(late);
    console.log(built ? "Built." : "The build is up to date.");
  });
}
process.exit(0);
