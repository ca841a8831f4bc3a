import { expect, test } from "vitest";
import { MAX_OWN_LINES } from "../../../dev/structure/figures";
import { functionLines } from "../../../dev/structure/function-lines";
import { filesUnder, parse, parseText } from "../../support/sources";

test("no function has more than 50 lines of its own", () => {
  const long = filesUnder(["app", "db", "workers", "dev"], /\.(tsx?|mjs)$/).flatMap((path) =>
    functionLines(parse(path)).flatMap(({ name, line, own }) =>
      own > MAX_OWN_LINES ? [`${path}:${line} ${name}: ${own}`] : [],
    ),
  );
  expect(long).toEqual([]);
});

test("the lines of a function are its own, less those of the functions inside it", () => {
  const source = `/** Not a line of the function. */
export function makeStore(rows: Row[]) {
  const known = new Map();

  // A comment and an empty line count.
  return {
    get(id: string) {
      return known.get(id);
    },
    set: (id: string, row: Row) => {
      rows.forEach((one) => known.delete(one));
      known.set(id, row);
    },
  };
}
class Store {
  constructor(readonly rows: Row[]) {}
  get size() {
    return this.rows.length;
  }
}
declare function overloaded(text: string): void;
export const List = memo(({ rows }: Props) => (
  <ul>
    {rows.map((row) => (
      <li onClick={() => open(row)}>{row.title}</li>
    ))}
  </ul>
));
`;
  const file = parseText(source, "x.tsx");
  expect(functionLines(file).map(({ name, line, own }) => [name, line, own])).toEqual([
    ["makeStore", 2, 7],
    ["get", 7, 3],
    ["set", 10, 3],
    ["(anonymous)", 11, 1],
    ["constructor", 17, 1],
    ["size", 18, 3],
    ["(anonymous)", 23, 4],
    ["(anonymous)", 25, 2],
    ["(anonymous)", 26, 1],
  ]);
});
