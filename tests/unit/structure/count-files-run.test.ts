import ts from "typescript";
import { expect, test } from "vitest";
import {
  countFilesRun,
  FILES_RUN_HEADER,
  type FilesRun,
} from "../../../dev/structure/count-files-run";

const ORDER = `
  export const total = (price: bigint) => price * 2n;
  export function never() { return [1].map((one) => one + 1); }
  export class Order { constructor(readonly id: string) {} view() { return { id: this.id }; } }
`;
const OTHER = "export const other = () => ({ n: 1 });";
const WORKER = `
  const worker = {
    async fetch(request: Request) {
      const path = new URL(request.url).pathname;
      if (path === "/total") return new Response(String(total(21n)));
      if (path === "/view") return Response.json(new Order("a").view());
      return Response.json(other());
    },
  };
  export { worker as default };
`;
const WATCH = `
  class Watch { async alarm() { await null; return [total(1n), this.unpaid()]; } unpaid() { return "unpaid"; } }
  class Stock { look() { return other(); } }
  globalThis.objects = { Watch, Stock };
  export { Stock, Watch as PendingTransaction };
`;

/** Concatenates files with one source map, as a bundler does. */
function bundle(files: Record<string, string>) {
  let code = "";
  const sections: object[] = [];
  for (const [fileName, source] of Object.entries(files)) {
    const { outputText, sourceMapText } = ts.transpileModule(source, {
      fileName,
      compilerOptions: { sourceMap: true, target: ts.ScriptTarget.ES2022 },
    });
    const map = { ...JSON.parse(sourceMapText ?? ""), sources: [fileName] };
    sections.push({ offset: { line: code.split("\n").length - 1, column: 0 }, map });
    code += `${outputText.replace(/\/\/# sourceMappingURL.*/, "")}\n`;
  }
  return { code, map: { version: 3, sections } as never };
}

const { code, map } = bundle({
  "app/order.ts": ORDER,
  "node_modules/other.ts": OTHER,
  "workers/worker.ts": WORKER,
  "workers/watch.ts": WATCH,
});
const counted = countFilesRun(code, map, (source) => /^(app|workers)\//.test(source));
const worker = (await import(`data:text/javascript,${encodeURIComponent(counted)}`)).default;
const ask = (path: string, headers = {}) =>
  worker.fetch(new Request(`http://worker${path}`, { headers }));
const read = async (): Promise<FilesRun> => (await ask("/", { [FILES_RUN_HEADER]: "1" })).json();

test("each file with an executed function is listed once per read", async () => {
  const listed = async () => (await read()).elsewhere;
  await read();
  expect(await (await ask("/total")).text()).toBe("42");
  expect(await listed()).toEqual(["workers/worker.ts", "app/order.ts"]);
  expect(await (await ask("/other")).json()).toEqual({ n: 1 });
  expect(await listed()).toEqual(["workers/worker.ts"]);
  expect(await (await ask("/view")).json()).toEqual({ id: "a" });
  await ask("/view");
  expect(await listed()).toEqual(["workers/worker.ts", "app/order.ts"]);
});

test("what runs in an alarm is listed apart, also beside a request", async () => {
  const { Watch } = (globalThis as unknown as { objects: { Watch: new () => Watcher } }).objects;
  await read();
  const [alarm] = await Promise.all([new Watch().alarm(), ask("/other")]);
  expect(alarm).toEqual([2n, "unpaid"]);
  const inAlarms = ["workers/watch.ts", "app/order.ts"];
  expect(await read()).toEqual({ inAlarms, elsewhere: ["workers/worker.ts"], alarms: 1 });
  expect(await read()).toEqual({ inAlarms: [], elsewhere: [], alarms: 0 });
});

interface Watcher {
  alarm(): Promise<unknown>;
}
