import { expect, test } from "vitest";
import { findCycles, type Import, readImports } from "../../../dev/structure/import-graph";
import { violationOf } from "../../../dev/structure/import-rules";
import { filesUnder, ROOT } from "../../support/sources";

const imports = readImports(ROOT, filesUnder(["app", "db", "workers", "dev"], /\.tsx?$/));

test("every import follows the order of subjects and layers", () => {
  const wrong = imports.flatMap((edge) => {
    const refusal = violationOf(edge);
    const line = `${edge.from} -> ${edge.to}`;
    return refusal ? [`${line}: ${refusal}`] : [];
  });
  expect([...new Set(wrong)]).toEqual([]);
});

test("a forbidden edge is reported", () => {
  const edge = (from: string, to: string, isType = false): Import => ({ from, to, isType });
  const refused = [
    edge("app/orders/rules/order.ts", "app/orders/use-cases/start-purchase.ts"),
    edge("app/products/use-cases/edit-product.ts", "app/orders/rules/order.ts"),
    edge("app/shop/rules/shop.ts", "app/storefront/rules/social-links.ts"),
    edge("app/orders/routes/buy.tsx", "db/orders/orders.ts", true),
    edge("app/orders/use-cases/start-purchase.ts", "db/orders/orders.ts"),
    edge("app/orders/use-cases/start-purchase.ts", "workers/ports.ts", true),
    edge("app/orders/ui/buy-panel.tsx", "app/orders/use-cases/start-purchase.ts"),
    edge("app/orders/use-cases/start-purchase.ts", "app/http/viewer.ts"),
    edge("db/orders/orders.ts", "app/orders/use-cases/start-purchase.ts"),
    edge("dev/chain/token-layout.ts", "app/solana/token-programs.ts", true),
    edge("dev/chain/main.ts", "dev/run/paths.ts"),
    edge("dev/replay.ts", "dev/chain/ledger.ts"),
    edge("app/nowhere/rules/x.ts", "app/lib/problem.ts"),
  ];
  expect(refused.filter((one) => violationOf(one) === null)).toEqual([]);
});

test("there is no import cycle, type imports counted", () => {
  expect(findCycles(imports)).toEqual([]);
});

test("a cycle is reported", () => {
  const circle: Import[] = [
    { from: "a.ts", to: "b.ts", isType: false },
    { from: "b.ts", to: "a.ts", isType: true },
  ];
  expect(findCycles(circle)).toEqual([["a.ts", "b.ts"]]);
});
