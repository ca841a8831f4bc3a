import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { WorkerModule } from "../../../dev/run/local-worker";
import { dateOffset, setDateOffset } from "./date-offset";

/** The time of an app under test: that of its Worker and objects, and of the test itself. */
export class TestClock {
  /** How far the server's clock is wrong (ms): it alone, not the test's. */
  #skewMs = 0;

  constructor(private readonly url: string) {}

  /** Lets time pass for the app, its alarms and the test; slots of the chain go on by themselves. */
  async advance(ms: number): Promise<void> {
    setDateOffset(dateOffset() + ms);
    const answer = await fetch(`${this.url}/test-clock`, {
      method: "POST",
      body: String(this.#serverOffsetMs),
    });
    if (answer.status !== 204) throw new Error(`The clock did not move: ${answer.status}`);
  }

  /** To be loaded in place of a built Worker, whose own clock is wrong by so much (ms). */
  workerModules(wrongByMs = this.#skewMs): WorkerModule[] {
    this.#skewMs = wrongByMs;
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

function transpiled(name: string): WorkerModule {
  const source = readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const code = outputText
    .replaceAll('"../../../workers/app"', '"./index.js"')
    .replace(/"(\.\/(date-offset|initial-offset))"/g, '"$1.js"');
  return { name: `${name}.js`, code };
}
