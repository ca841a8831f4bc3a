import ts from "typescript";
import { expect, test } from "vitest";
import { countFilesRun, FILES_RUN_HEADER } from "../../../dev/structure/count-files-run";

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

test("each file with an executed function is listed once per read", async () => {
  const { code, map } = bundle({
    "app/order.ts": ORDER,
    "node_modules/other.ts": OTHER,
    "workers/worker.ts": WORKER,
  });
  const counted = countFilesRun(code, map, (source) => /^(app|workers)\//.test(source));
  const worker = (await import(`data:text/javascript,${encodeURIComponent(counted)}`)).default;
  const ask = (path: string) => worker.fetch(new Request(`http://worker${path}`));
  const listed = async () => {
    const headers = { [FILES_RUN_HEADER]: "1" };
    return (await worker.fetch(new Request("http://worker/", { headers }))).json();
  };
  expect(await listed()).toEqual([]);
  expect(await (await ask("/total")).text()).toBe("42");
  expect(await listed()).toEqual(["workers/worker.ts", "app/order.ts"]);
  expect(await (await ask("/other")).json()).toEqual({ n: 1 });
  expect(await listed()).toEqual(["workers/worker.ts"]);
  expect(await (await ask("/view")).json()).toEqual({ id: "a" });
  await ask("/view");
  expect(await listed()).toEqual(["workers/worker.ts", "app/order.ts"]);
});
