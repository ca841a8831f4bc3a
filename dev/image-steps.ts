/**
 * `npm run image-steps -- DIR [--link-packages] [--run] [-e NAME=VALUE]`: what `docker build` does, in an
 * empty folder, where no Docker is; `--run` then starts what `docker run` would. `--link-packages` takes
 * the packages of this checkout in place of `npm ci`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runImageSteps } from "./machine/image-steps";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      "link-packages": { type: "boolean", default: false },
      run: { type: "boolean", default: false },
      env: { type: "string", short: "e", multiple: true, default: [] },
    },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder) throw new StartFailure("Which empty folder? npm run image-steps -- DIR");
  const { workdir, env, command, stopSignal } = await runImageSteps({
    context: ROOT,
    into: resolve(folder),
    linksPackages: values["link-packages"],
    log: console.log,
  });
  const [program = "", ...args] = command;
  console.log(`In ${workdir}: ${command.join(" ")}`);
  if (!values.run) return;
  const given = Object.fromEntries(values.env.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const child = spawn(program, args, { cwd: workdir, env: { ...env, ...given }, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => child.kill(stopSignal));
  const [code] = await once(child, "exit");
  process.exit(code ?? 1);
});
