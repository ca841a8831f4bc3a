import { bootApp } from "./run/boot";
import { runCommand } from "./run/failure";
import { endOnSignal, runUntilAsked } from "./run/run-until-asked";
import { readStartSettings } from "./run/settings";

await runCommand(async () => {
  const settings = readStartSettings(process.env);
  const forget = endOnSignal();
  const app = await bootApp(settings);
  forget();
  console.log(`Comptoir ready: ${settings.appOrigin}`);
  await runUntilAsked(app);
});
