import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, parse, parseText, ROOT, readText } from "../../support/sources";
import {
  faultsOf,
  readTags,
  type StatementFile,
  specTable,
  statementsOf,
} from "../../support/spec-map";

const PATH = join(ROOT, "docs/spec.md");
const UPDATE = "UPDATE_DOCS=1 npx vitest run tests/unit/structure/spec.test.ts";
const THIS_FILE = "tests/unit/structure/spec.test.ts";

/** The specification, and what the app promises beyond it. */
const files = ["statements", "beyond"].map(
  (name): StatementFile => JSON.parse(readText(`docs/spec/${name}.json`)),
);
const statements = files.flatMap(statementsOf);
const pending = files.flatMap((file) => file.pending);
const read = filesUnder(["tests"], /\.test\.tsx?$/)
  .filter((path) => path !== THIS_FILE)
  .filter((path) => readText(path).includes("// spec:"))
  .sort()
  .map((path) => readTags(parse(path)));
const tests = read.flatMap((one) => one.tests);

test("every statement has a test, and every tag a statement", () => {
  expect(faultsOf(statements, pending, tests)).toEqual([]);
  if (pending.length > 0) console.log(`Statements without a test: ${pending.join(", ")}`);
});

test("every tag stands above a test", () => {
  expect(read.flatMap(({ misplaced }) => misplaced)).toEqual([]);
});

test("ids of statements are well-formed, and their texts differ", () => {
  expect(statements.filter(({ id }) => !/^[a-z]+(\.[a-z\d-]+)+$/.test(id))).toEqual([]);
  const texts = statements.map(({ text }) => text);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test("docs/spec.md has the statements and their tests", () => {
  const page = readFileSync(PATH, "utf8");
  const fresh = page.replace(
    /(<!-- (\w+) -->\n)[\s\S]*?(?=\n\n|\n$)/g,
    (_, marker: string, kind: string) =>
      marker +
      specTable(
        statements.filter(({ id }) => id.startsWith(`${kind}.`)),
        tests,
      ),
  );
  const kinds = [...page.matchAll(/<!-- (\w+) -->/g)].map(([, kind]) => kind);
  expect(kinds.sort()).toEqual(files.flatMap((file) => Object.keys(file.statements)).sort());
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PATH, fresh);
  else expect(page, `write it by: ${UPDATE}`).toBe(fresh);
});

const source = (text: string) => parseText(text, "tests/a.test.ts");

test("tags of a test, a table of tests and a group are read with their titles", () => {
  const { tests: found, misplaced } = readTags(
    source(`
      // spec: route.shop, state.shop.empty
      // Another comment.
      // spec: rule.one
      describe("the shop", () => {
        // spec: rule.two
        test.each([1, 2])(\`is %i \${PAGE}\`, () => {});
      });
    `),
  );
  expect(found).toEqual([
    {
      ids: ["route.shop", "state.shop.empty", "rule.one"],
      file: "tests/a.test.ts",
      title: "the shop",
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a title
    { ids: ["rule.two"], file: "tests/a.test.ts", title: "the shop › is %i ${PAGE}" },
  ]);
  expect(misplaced).toEqual([]);
});

test.each([
  ["a blank line between", '// spec: a.b\n\ntest("x", () => {});'],
  ["another statement", '// spec: a.b\nconst x = 1;\ntest("x", () => {});'],
  ["a skipped test", '// spec: a.b\ntest.skip("x", () => {});'],
  ["a test that is to fail", '// spec: a.b\ntest.fails("x", () => {});'],
  ["nothing below", 'test("x", () => {});\n// spec: a.b'],
  ["a place in a line", 'test("x", () => {}); // spec: a.b'],
])("a tag with %s is reported", (_, text) => {
  const { tests: found, misplaced } = readTags(source(text));
  expect([found, misplaced]).toEqual([[], [expect.stringMatching(/^tests\/a\.test\.ts:\d$/)]]);
});

test("statements without a test, unknown tags and wrong pending ids are reported", () => {
  const some = [
    { id: "a.one", text: "One" },
    { id: "a.two", text: "Two" },
    { id: "a.three", text: "Three" },
  ];
  const tagged = [{ ids: ["a.two", "a.four"], file: "f", title: "t" }];
  expect(faultsOf(some, ["a.three", "a.two", "a.five"], tagged)).toEqual([
    "no test has the tag a.one",
    "f, t: unknown tag a.four",
    "pending names no statement: a.five",
    "no longer pending: a.two has a test",
  ]);
});
