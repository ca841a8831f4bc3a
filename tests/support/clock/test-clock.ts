import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { WorkerModule } from "../../../dev/run/local-worker";
import { ROOT } from "../../../dev/run/paths";
import { dateOffset, setDateOffset } from "./date-offset";

/** Moves the time of an app under test: of its Worker, its Durable Objects, and the test itself. */
export class TestClock {
  /** Error of the server's clock (ms); the test's own clock does not have it. */
  #skewMs = 0;

  constructor(private readonly url: string) {}

  /** Advances the time of the app, its alarms and the test. Slots of the chain are independent. */
  async advance(ms: number): Promise<void> {
    setDateOffset(dateOffset() + ms);
    const answer = await fetch(`${this.url}/test-clock`, {
      method: "POST",
      body: String(this.#serverOffsetMs),
    });
    if (answer.status !== 204) throw new Error(`The clock did not move: ${answer.status}`);
  }

  /** Modules to load in place of the built Worker, with its clock off by `skewMs`. */
  workerModules(skewMs = this.#skewMs): WorkerModule[] {
    this.#skewMs = skewMs;
    return [
      transpiled("worker-entry"),
      transpiled("date-offset"),
      { name: "initial-offset.js", code: `export default ${this.#serverOffsetMs};` },
    ];
  }

  get #serverOffsetMs(): number {
    return dateOffset() + this.#skewMs;
  }
}

const CACHE = join(ROOT, ".cache/clock");
const require = createRequire(import.meta.url);

/**
 * A module of this folder in JavaScript, kept by the hash of its source: most test processes need no
 * compiler, which takes half a second to load.
 */
function transpiled(name: string): WorkerModule {
  const source = readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8");
  const path = join(CACHE, `${createHash("sha256").update(source).digest("hex")}.js`);
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true });
    // Other processes may do the same: none of them may read half a file.
    writeFileSync(`${path}.${process.pid}`, transpile(source));
    renameSync(`${path}.${process.pid}`, path);
  }
  return { name: `${name}.js`, code: readFileSync(path, "utf8") };
}

function transpile(source: string): string {
  const ts = require("typescript") as typeof import("typescript");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  return outputText
    .replaceAll('"../../../workers/app"', '"./index.js"')
    .replace(/"(\.\/(date-offset|initial-offset))"/g, '"$1.js"');
}
