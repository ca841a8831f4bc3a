// Ends the children of a process that was killed. Standard input is a pipe from that process: it closes
// when the process ends, for whatever reason. Each line of it adds (+) or removes (-) the path of a
// lock, which names children. One such process runs beside every app, so that it loads the TypeScript
// compiler and the other modules only when it has work to do.
import { createInterface } from "node:readline";

const [holder = "{}"] = process.argv.slice(2);
const locks = new Set();

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const path = line.slice(1);
  if (line.startsWith("+")) locks.add(path);
  else locks.delete(path);
});
lines.on("close", async () => {
  if (locks.size > 0) {
    const { register } = await import("tsx/esm/api");
    register();
    const { endLeftoversOf } = await import("./data-folder.ts");
    await Promise.all([...locks].map((lock) => endLeftoversOf(JSON.parse(holder), lock)));
  }
  process.exit(0);
});
