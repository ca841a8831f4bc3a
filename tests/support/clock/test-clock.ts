import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { WorkerModule } from "../../../dev/run/local-worker";
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

const transpiledModules = new Map<string, WorkerModule>();

/** Transpiled once a process: each app that it starts loads them. */
function transpiled(name: string): WorkerModule {
  const known = transpiledModules.get(name) ?? transpile(name);
  transpiledModules.set(name, known);
  return known;
}

function transpile(name: string): WorkerModule {
  const source = readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const code = outputText
    .replaceAll('"../../../workers/app"', '"./index.js"')
    .replace(/"(\.\/(date-offset|initial-offset))"/g, '"$1.js"');
  return { name: `${name}.js`, code };
}
