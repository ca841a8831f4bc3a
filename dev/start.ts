import { bootApp } from "./run/boot";
import { runCommand } from "./run/failure";
import { exitOnSignal, runUntilStopped } from "./run/run-until-stopped";
import { missingOperatorSettings, readStartSettings } from "./run/settings";

await runCommand(async () => {
  const settings = readStartSettings(process.env);
  const removeHandlers = exitOnSignal();
  const isBuilt = process.env.COMPTOIR_IS_BUILT === "1";
  const app = await bootApp(settings, { offersOpenId: true, isBuilt });
  removeHandlers();
  const missing = missingOperatorSettings((name) => process.env[name]);
  if (missing) console.log(missing);
  if (settings.operatorSecret === null && app.operatorSecret !== null) {
    console.log(`Secret for the warnings of /health: ${settings.dataDir}/operator-secret`);
  }
  console.log(`Comptoir ready: ${settings.appOrigin}`);
  await runUntilStopped(app);
});
