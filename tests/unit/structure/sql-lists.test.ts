import { expect, test } from "vitest";
import { filesUnder, readText } from "../../support/sources";

/** Of orders and of the ledger; what a product or a file is stands in one literal. */
const LITERAL_LIST = /\b(kind|status|hold) (NOT )?IN \('/;

test("lists of states and kinds in SQL come from the constants of the rules", () => {
  const found = filesUnder(["app", "db", "workers"], /\.ts$/).filter((path) =>
    LITERAL_LIST.test(readText(path)),
  );
  expect(found).toEqual([]);
});
