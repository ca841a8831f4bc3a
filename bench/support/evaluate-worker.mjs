// Evaluates a Worker's module once in this process and prints the CPU time (ms), which a cold start
// costs. Run with --experimental-vm-modules.
import { readFileSync } from "node:fs";
import { SourceTextModule, SyntheticModule } from "node:vm";

/** Stub of the `cloudflare:` modules, with the classes that the Worker extends. */
const platform = { DurableObject: class {}, WorkerEntrypoint: class {}, env: {} };

const source = readFileSync(process.argv[2] ?? "", "utf8");
const from = process.cpuUsage();
const worker = new SourceTextModule(source, { identifier: "worker" });
await worker.link(async (specifier) => {
  const found = specifier.startsWith("cloudflare:") ? platform : await import(specifier);
  return new SyntheticModule(Object.keys(found), function () {
    for (const [name, value] of Object.entries(found)) this.setExport(name, value);
  });
});
await worker.evaluate();
const { user, system } = process.cpuUsage(from);
process.stdout.write(String((user + system) / 1_000));
