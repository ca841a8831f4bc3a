import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "../../dev/run/paths";

/** The module of a Worker, of a path in the project, with all that it imports. */
export async function bundleWorker(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    build: {
      write: false,
      copyPublicDir: false,
      minify: false,
      lib: { entry: join(ROOT, entry), formats: ["es"] },
      rollupOptions: { external: [/^node:/, /^cloudflare:/] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error(`${entry} was not bundled`);
  return output.output[0].code;
}
