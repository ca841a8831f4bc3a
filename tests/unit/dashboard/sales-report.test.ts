import { expect, test } from "vitest";
import { salesReportCsv } from "../../../app/dashboard/rules/sales-report";

const line = { id: "p1", title: "Rain", sales: 3, price: "0.25", status: "active" };

// spec: constant.csv
test("has the specified columns and a UTF-8 byte order mark", () => {
  expect(salesReportCsv([line])).toBe(
    '\ufeffProduct ID,Title,Sales,Price,Status\r\n"p1","Rain",3,0.25,"active"\r\n',
  );
});

// spec: seller.csv-formulas
test.each([
  ["Rain", '"Rain"'],
  ["", '""'],
  ['Rain, "live"', '"Rain, ""live"""'],
  ["two\nlines", '"two\nlines"'],
  ["a;b\tc", '"a;b\tc"'],
  ["=HYPERLINK(1)", '"\'=HYPERLINK(1)"'],
  ["+1", '"\'+1"'],
  ["-1", '"\'-1"'],
  ["@SUM(A1)", '"\'@SUM(A1)"'],
  ["\t=1", '"\'\t=1"'],
  ["\r=1", '"\'\r=1"'],
  ["\ttext", '"\'\ttext"'],
  ["  =1", '"\'  =1"'],
  ["\u200b=1", '"\'\u200b=1"'],
  ["\uff1dHYPERLINK(1)", '"\'\uff1dHYPERLINK(1)"'],
  ["\uff0b1", '"\'\uff0b1"'],
  ["\uff0d1", '"\'\uff0d1"'],
  ["\uff20SUM(A1)", '"\'\uff20SUM(A1)"'],
  ["\ufe661", '"\'\ufe661"'],
  ["\u22121", '"\'\u22121"'],
  ["1 = 1", '"1 = 1"'],
  ['=cmd|"/c calc",1', `"'=cmd|""/c calc"",1"`],
])("writes the title %j as %s", (title, cell) => {
  expect(salesReportCsv([{ ...line, title }])).toContain(`\r\n"p1",${cell},3,`);
});
