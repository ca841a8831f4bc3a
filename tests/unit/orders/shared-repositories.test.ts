import { expect, test } from "vitest";
import { repositoriesOf } from "../../../workers/repositories";

/** A database that notes what was prepared on it, and on its session. */
function notingDatabase() {
  const prepared: string[] = [];
  const prepare = (from: string) => () => {
    prepared.push(from);
    const statement = {
      bind: () => statement,
      raw: async () => [],
      all: async () => ({ results: [] }),
    };
    return statement;
  };
  const database = {
    prepare: prepare("primary"),
    withSession: () => ({ prepare: prepare("near") }),
  };
  return { database: database as unknown as D1Database, prepared };
}

test("the objects of an isolate share one set for a database, and a request has its own", () => {
  const [{ database }, other] = [notingDatabase(), notingDatabase()];
  const shared = repositoriesOf(database);
  expect(repositoriesOf(database)).toBe(shared);
  expect(repositoriesOf(other.database)).not.toBe(shared);
  expect(repositoriesOf(database, { from: "primary" })).not.toBe(shared);
  expect(repositoriesOf(database)).toBe(shared);
});

test("only a request that may reads what pages show from the nearest instance", async () => {
  const { database, prepared } = notingDatabase();
  await repositoriesOf(database, { from: "nearest", bookmark: null }).products.byId("x");
  await repositoriesOf(database, { from: "nearest", bookmark: null }).purchases.find("x", "x");
  await repositoriesOf(database, { from: "primary" }).products.byId("x");
  await repositoriesOf(database).products.byId("x");
  expect(prepared).toEqual(["near", "primary", "primary", "primary"]);
});
