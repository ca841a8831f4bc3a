import { expect, test } from "vitest";
import { salesReportCsv } from "../../../app/dashboard/rules/sales-report";

const line = { id: "p1", title: "Rain", sales: 3, price: "0.25", status: "active" };

// spec: constant.csv
test("has the specified columns and a UTF-8 byte order mark", () => {
  expect(salesReportCsv([line])).toBe(
    "\ufeffProduct ID,Title,Sales,Price,Status\r\np1,Rain,3,0.25,active\r\n",
  );
});

test.each([
  ['Rain, "live"', '"Rain, ""live"""'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ['=cmd|"/c calc",1', `"'=cmd|""/c calc"",1"`],
])("writes the title %j as %s", (title, cell) => {
  expect(salesReportCsv([{ ...line, title }])).toContain(`\r\np1,${cell},3,`);
});
