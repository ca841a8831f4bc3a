import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StartFailure } from "../../../dev/run/failure";
import { commitsOf, readCommits } from "../../../dev/structure/commit-folders";
import {
  countLines,
  crossingShare,
  isPortFile,
  medianOf,
  portInterfaces,
  readFigures,
  smallFiles,
  subjectGroup,
  subjectSizes,
  topFolder,
} from "../../../dev/structure/figures";
import type { Import } from "../../../dev/structure/import-graph";
import { ROOT } from "../../support/sources";

const edge = (from: string, to: string, isType = false): Import => ({ from, to, isType });

test("the figures are those of the files that are there", () => {
  const root = mkdtempSync(join(tmpdir(), "figures-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const folder of ["app", "db", "workers", "dev", "tests", "bench"]) {
    mkdirSync(join(root, folder));
  }
  write("app/routes.ts", 'export default [route("shop", "shop/routes/shop.tsx")];\n');
  write("app/orders/ports.ts", "export interface OrderWatcher {\n  start(): void;\n}\n");
  write(
    "db/orders.ts",
    'import type { OrderWatcher } from "../app/orders/ports";\nconst a = "/shop";\n',
  );
  expect(readFigures(root)).toMatchObject({
    files: [
      { path: "app/orders/ports.ts", lines: 3 },
      { path: "app/routes.ts", lines: 1 },
      { path: "db/orders.ts", lines: 2 },
    ],
    imports: [{ from: "db/orders.ts", to: "app/orders/ports.ts", isType: true }],
    small: [{ path: "app/orders/ports.ts", lines: 3, importer: "db/orders.ts" }],
    ports: [{ path: "app/orders/ports.ts", name: "OrderWatcher" }],
    pathLiterals: [{ path: "db/orders.ts", line: 2, text: "/shop" }],
  });
});

test("a rule and the repository of its subject are in one group", () => {
  expect(subjectGroup("app/orders/rules/order.ts")).toBe("orders");
  expect(subjectGroup("db/orders/orders.ts")).toBe("orders");
  expect(subjectGroup("db/client.ts")).toBe("db");
  expect(subjectGroup("app/root.tsx")).toBe("app");
  expect(subjectGroup("workers/ports.ts")).toBe("workers");
  expect(topFolder("app/orders/rules/order.ts")).toBe("app/orders");
  expect(topFolder("db/orders/orders.ts")).toBe("db");
  const imports = [
    edge("db/orders/orders.ts", "app/orders/ports.ts"),
    edge("app/orders/ports.ts", "app/orders/rules/order.ts"),
    edge("app/orders/ports.ts", "app/lib/ports.ts"),
    edge("workers/ports.ts", "db/orders/orders.ts"),
  ];
  expect(crossingShare(imports, subjectGroup)).toBe(0.5);
  expect(crossingShare(imports, topFolder)).toBe(0.75);
  expect(crossingShare([], topFolder)).toBe(0);
});

test("subjects are listed by their files in app, the largest first", () => {
  const files = ["app/root.tsx", "app/shop/a.ts", "app/orders/b.ts", "app/orders/rules/c.ts"];
  const lines = [...files, "db/shop/d.ts", "db/shop/e.ts"].map((path) => ({ path, lines: 10 }));
  expect(subjectSizes(lines)).toEqual([
    { subject: "orders", files: 2, lines: 20 },
    { subject: "shop", files: 1, lines: 10 },
  ]);
});

test("a commit counts each top folder that it changes once, and no file of the root", () => {
  const log = [
    "\u00011234567 Move the polls\n\napp/orders/a.ts\napp/orders/b.ts\napp/shop/c.ts\ndb/d.ts\n",
    "\u0001abcdefg Note it\n\nCHANGELOG.md\n",
  ];
  expect(readCommits(log.join(""))).toEqual([
    { commit: "1234567 Move the polls", folders: ["app/orders", "app/shop", "db"] },
    { commit: "abcdefg Note it", folders: [] },
  ]);
  expect(() => commitsOf(ROOT, "no-such..revision")).toThrow(StartFailure);
});

test("a small file counts where exactly one file imports it", () => {
  const files = [
    { path: "one.ts", lines: 19 },
    { path: "long.ts", lines: 20 },
    { path: "shared.ts", lines: 5 },
    { path: "entry.ts", lines: 5 },
  ];
  const imports = [
    edge("entry.ts", "one.ts"),
    edge("entry.ts", "one.ts", true),
    edge("entry.ts", "long.ts"),
    edge("entry.ts", "shared.ts"),
    edge("one.ts", "shared.ts"),
  ];
  expect(smallFiles(files, imports)).toEqual([{ path: "one.ts", lines: 19, importer: "entry.ts" }]);
});

// spec: command.structure
test("lines and medians", () => {
  expect([countLines("a\nb\n"), countLines("a\nb")]).toEqual([2, 2]);
  expect([medianOf([9, 1, 5]), medianOf([10, 9, 1, 5]), medianOf([])]).toEqual([5, 9, 0]);
});

test("exported interfaces with a method are ports; data and types are not", () => {
  const source = `
    export interface Clock { now(): number }
    export interface Queue { readonly send: (text: string) => Promise<void> }
    export interface Settings { appOrigin: string }
    export type Ids = { uuid(): string };
    interface Hidden { call(): void }
  `;
  expect(portInterfaces(source)).toEqual(["Clock", "Queue"]);
  const paths = ["app/orders/ports.ts", "app/ports.ts", "app/ports/base.ts", "app/solana/chain.ts"];
  expect(paths.every(isPortFile)).toBe(true);
  expect(["workers/ports.ts", "app/orders/rules/order.ts"].some(isPortFile)).toBe(false);
});
