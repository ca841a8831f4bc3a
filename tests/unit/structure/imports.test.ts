import { basename } from "node:path";
import { expect, test } from "vitest";
import { findCycles, type Import, readImports } from "../../../dev/structure/import-graph";
import { violationOf } from "../../../dev/structure/import-rules";
import { filesUnder, ROOT, readText } from "../../support/sources";

/** The schema file of each table, by its name in the code. */
const SCHEMA_OF = new Map(
  filesUnder(["db/schema"], /\.ts$/).flatMap((path) =>
    [...readText(path).matchAll(/^export const (\w+) = sqliteTable/gm)].map(
      ([, table = ""]) => [table, basename(path, ".ts")] as const,
    ),
  ),
);

const edge = (from: string, to: string, isType = false): Import => ({ from, to, isType });

const imports = readImports(
  ROOT,
  filesUnder(["app", "db", "workers", "dev", "bench", "tests"], /\.tsx?$/),
);

test("every import follows the order of subjects and layers", () => {
  const wrong = imports.flatMap((edge) => {
    const refusal = violationOf(edge);
    const line = `${edge.from} -> ${edge.to}`;
    return refusal ? [`${line}: ${refusal}`] : [];
  });
  expect([...new Set(wrong)]).toEqual([]);
});

/** `db/schema/<file>` of each table that a repository imports by the index. */
const tableImports = filesUnder(["db"], /\.ts$/).flatMap((from) => {
  const source = readText(from);
  const names = /import (?:type )?\{([^}]*)\} from "\.\.\/schema\/index"/.exec(source)?.[1] ?? "";
  return [...names.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = ""]) => ({
    name,
    edge: edge(from, `db/schema/${SCHEMA_OF.get(name)}.ts`),
  }));
});

test("repositories use the tables of their own and lower subjects", () => {
  expect(tableImports.length).toBeGreaterThan(20);
  const higher = tableImports
    // The buyer's link is written with the sale, and revoked with the purchase, in one batch.
    .filter(({ name, edge }) => !(name === "downloadTokens" && edge.from.startsWith("db/orders/")))
    .filter(({ edge }) => violationOf(edge) !== null);
  expect(higher.map(({ name, edge }) => `${edge.from} uses ${name}`)).toEqual([]);
});

test("a forbidden edge is reported", () => {
  const refused = [
    edge("app/orders/rules/order.ts", "app/checkout/use-cases/start-purchase.ts"),
    edge("app/products/use-cases/edit-product.ts", "app/orders/rules/order.ts"),
    edge("app/shop/rules/shop.ts", "app/storefront/rules/social-links.ts"),
    edge("app/checkout/routes/buy.tsx", "db/orders/orders.ts", true),
    edge("app/checkout/use-cases/start-purchase.ts", "db/orders/orders.ts"),
    edge("app/checkout/use-cases/start-purchase.ts", "workers/ports.ts", true),
    edge("app/checkout/ui/buy-panel.tsx", "app/checkout/use-cases/start-purchase.ts"),
    edge("app/checkout/use-cases/start-purchase.ts", "app/http/viewer.ts"),
    edge("db/orders/orders.ts", "app/checkout/use-cases/start-purchase.ts"),
    edge("db/accounts/users.ts", "db/shop/favourites.ts"),
    edge("db/messages/requests.ts", "db/withdrawals/contracts.ts"),
    edge("db/shop/listing.ts", "app/orders/rules/order.ts"),
    edge("db/schema/accounts.ts", "db/schema/orders.ts"),
    edge("db/orders/orders.ts", "db/schema/library.ts"),
    edge("db/nowhere/x.ts", "db/accounts/users.ts"),
    edge("app/shop/use-cases/preview-product.ts", "db/orders/purchases.ts", true),
    edge("dev/chain/token-layout.ts", "app/solana/token-programs.ts", true),
    edge("dev/chain/main.ts", "dev/run/paths.ts"),
    edge("dev/replay.ts", "dev/chain/ledger.ts"),
    edge("app/nowhere/rules/x.ts", "app/lib/problem.ts"),
  ];
  expect(refused.filter((one) => violationOf(one) === null)).toEqual([]);
});

test("there is no cycle of imports in app, db, workers and dev, types counted", () => {
  expect(findCycles(imports)).toEqual([]);
});

test("every group of files that import one another is found, once", () => {
  const imports = [
    edge("a", "b"),
    edge("b", "c", true),
    edge("c", "a"),
    edge("c", "b"),
    edge("c", "d"),
    edge("d", "e"),
    edge("e", "f"),
    edge("f", "e"),
    edge("g", "g"),
    edge("h", "a"),
  ];
  expect(findCycles(imports)).toEqual([["e", "f"], ["a", "b", "c"], ["g"]]);
  expect(findCycles([edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d")])).toEqual([]);
});

test("a cycle through a file that was reached earlier is found", () => {
  const imports = [edge("a", "b"), edge("b", "c"), edge("c", "d"), edge("d", "b"), edge("d", "a")];
  expect(findCycles(imports)).toEqual([["a", "b", "c", "d"]]);
});
