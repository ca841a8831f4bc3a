import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DOCUMENT_PATH, readCounts, scaleTables } from "../../support/scale-document";

const UPDATE = "UPDATE_DOCS=1 npx vitest run tests/unit/structure/scale.test.ts";
/** What follows is generated. */
const MARK = "<!-- generated -->\n";

// spec: capacity.document
test("docs/scale.md has the tables of the counts and prices", () => {
  const text = readFileSync(DOCUMENT_PATH, "utf8");
  const [written = ""] = text.split(MARK);
  const fresh = `${written}${MARK}\n${scaleTables(readCounts())}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(DOCUMENT_PATH, fresh);
  else expect(text, UPDATE).toBe(fresh);
});
