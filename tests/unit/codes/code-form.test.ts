import { expect, test } from "vitest";
import type { Code } from "../../../app/codes/rules/code";
import {
  MAX_CODE_PRODUCTS,
  readCodeFields,
  validateCode,
} from "../../../app/codes/rules/code-form";
import { codeState } from "../../../app/codes/rules/code-state";
import { codesReportCsv } from "../../../app/codes/rules/codes-report";
import { localMomentText, parseLocalMoment } from "../../../app/codes/rules/local-moment";

const NOW = Date.parse("2026-07-01T12:00:00Z");
const LIMITS = { timeZone: "Europe/Paris", now: NOW, savedEnd: null };

function formOf(fields: Record<string, string>, products: readonly string[] = []): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const id of products) data.append("product", id);
  return data;
}

const check = (fields: Record<string, string>, products: readonly string[] = [], limits = {}) =>
  validateCode(readCodeFields(formOf({ name: "SPRING", percent: "10", ...fields }, products)), {
    ...LIMITS,
    ...limits,
  });

/** The field that is refused, and its message. */
function refusalOf(...args: Parameters<typeof check>): string | null {
  const checked = check(...args);
  return checked.ok ? null : `${checked.error.field} ${checked.error.messageKey}`;
}

// spec: seller.codes
test("a form without limits is a code for all products", () => {
  expect(check({ name: " Été-2026 " })).toEqual({
    ok: true,
    value: {
      ...{ name: "Été-2026", kind: "percent", value: 10 },
      ...{ isForAll: true, productIds: [], isDefault: false },
      ...{ capacity: null, perPerson: null, startsAt: null, endsAt: null, minLamports: null },
    },
  });
});

// spec: seller.codes
test("all fields are read, dates in the time zone of the form", () => {
  const fields = { kind: "amount", amount: "0,25", scope: "list", isDefault: "1", minimum: "1.5" };
  const dates = { startsAt: "2026-07-02T09:00", endsAt: "2026-12-24T18:30:00" };
  const typed = { ...fields, ...dates, capacity: "1000000", perPerson: "1000" };
  expect(check(typed, ["a", "b", "a", ""])).toEqual({
    ok: true,
    value: {
      ...{ name: "SPRING", kind: "amount", value: 250_000_000, minLamports: 1_500_000_000n },
      ...{ isForAll: false, productIds: ["a", "b"], isDefault: true },
      ...{ capacity: 1_000_000, perPerson: 1_000 },
      startsAt: Date.parse("2026-07-02T07:00:00Z"),
      endsAt: Date.parse("2026-12-24T17:30:00Z"),
    },
  });
});

// spec: seller.codes
test("of a code for all products, neither list nor default counts", () => {
  const checked = check({ scope: "all", isDefault: "1" }, ["a"]);
  expect(checked).toMatchObject({ value: { isForAll: true, productIds: [], isDefault: false } });
});

// spec: seller.codes
test.each<[string, Record<string, string>, string]>([
  ["no name", { name: " " }, "name code_name_invalid"],
  ["a name with a space", { name: "two words" }, "name code_name_invalid"],
  ["a long name", { name: "a".repeat(33) }, "name code_name_invalid"],
  ["no percent", { percent: "" }, "percent code_percent_invalid"],
  ["0 percent", { percent: "0" }, "percent code_percent_invalid"],
  ["101 percent", { percent: "101" }, "percent code_percent_invalid"],
  ["half a percent", { percent: "0.5" }, "percent code_percent_invalid"],
  ["no amount", { kind: "amount" }, "amount code_amount_invalid"],
  ["an amount of 0", { kind: "amount", amount: "0" }, "amount code_amount_invalid"],
  ["a thousand or one", { kind: "amount", amount: "1,000" }, "amount price_ambiguous_comma"],
  ["ten decimals", { kind: "amount", amount: "0.0000000001" }, "amount code_amount_invalid"],
  ["more than all SOL", { kind: "amount", amount: "99999999" }, "amount code_amount_invalid"],
  ["an empty list", { scope: "list" }, "product code_products_missing"],
  ["no use", { capacity: "0" }, "capacity code_capacity_invalid"],
  ["too many uses", { capacity: "1000001" }, "capacity code_capacity_invalid"],
  ["uses in letters", { capacity: "ten" }, "capacity code_capacity_invalid"],
  ["too many for a person", { perPerson: "1001" }, "perPerson code_per_person_invalid"],
  ["no such day", { startsAt: "2026-02-30T10:00" }, "startsAt code_date_invalid"],
  ["no such hour", { startsAt: "2026-02-03T24:00" }, "startsAt code_date_invalid"],
  ["another century", { endsAt: "9999-01-01T10:00" }, "endsAt code_date_invalid"],
  ["an end that is over", { endsAt: "2026-07-01T13:59" }, "endsAt code_end_past"],
  [
    "an end at the start",
    { startsAt: "2026-08-01T10:00", endsAt: "2026-08-01T10:00" },
    "endsAt code_end_before_start",
  ],
  ["a minimum of 0", { minimum: "0" }, "minimum code_amount_invalid"],
])("%s is refused at its field", (_, fields, expected) => {
  expect(refusalOf(fields)).toBe(expected);
});

// spec: seller.codes-bounded
test("a list has so many products", () => {
  const ids = Array.from({ length: MAX_CODE_PRODUCTS + 1 }, (_, at) => `p${at}`);
  expect(refusalOf({ scope: "list" }, ids)).toBe("product code_products_too_many");
  expect(refusalOf({ scope: "list" }, ids.slice(1))).toBe(null);
});

// spec: seller.codes
test("an end that is saved may be over: the code is changed without it", () => {
  const savedEnd = Date.parse("2026-06-30T10:00:00Z");
  expect(refusalOf({ endsAt: "2026-06-30T12:00" }, [], { savedEnd })).toBe(null);
});

// spec: seller.codes
test("a local time and its text are one another, also beside a change of clocks", () => {
  const times = [
    ["2026-03-29T01:59", "2026-03-29T00:59:00Z"],
    ["2026-03-29T03:00", "2026-03-29T01:00:00Z"],
    ["2026-10-25T03:00", "2026-10-25T02:00:00Z"],
  ] as const;
  for (const [typed, at] of times) {
    expect(parseLocalMoment(typed, "Europe/Paris")).toBe(Date.parse(at));
    expect(localMomentText(Date.parse(at), "Europe/Paris")).toBe(typed);
  }
  const skipped = parseLocalMoment("2026-03-29T02:30", "Europe/Paris") ?? 0;
  expect(Math.abs(skipped - Date.parse("2026-03-29T01:00:00Z"))).toBeLessThanOrEqual(3_600_000);
});

// spec: seller.codes-page
test("a state says what a code is for everybody", () => {
  const code: Code = {
    ...{ id: "c", ownerUid: "u", name: "SPRING", kind: "percent", value: 10, isForAll: true },
    ...{ capacity: 5, perPerson: 1, startsAt: null, endsAt: null, disabledAt: null },
    minLamports: 1_000n,
  };
  const stateOf = (traits: Partial<Code>, used = 0) =>
    codeState({ ...code, ...traits }, { used, now: NOW });
  expect(stateOf({})).toBe("live");
  expect(stateOf({ startsAt: NOW + 1 })).toBe("not_started");
  expect(stateOf({ endsAt: NOW })).toBe("ended");
  expect(stateOf({}, 5)).toBe("used_up");
  expect(stateOf({ disabledAt: 1, endsAt: NOW }, 5)).toBe("disabled");
});

// spec: seller.codes-csv, seller.csv-formulas
test("the report has amounts in lamports and SOL, and no formula", () => {
  const sums = { gross: 1_500_000_000n, refunds: -500_000_000n, net: 985_000_000n };
  const csv = codesReportCsv([
    { name: "-1", kind: "percent", value: 10, used: 2, ...sums },
    { name: "ÉTÉ", kind: "amount", value: 250_000_000, used: 0, gross: 0n, refunds: 0n, net: 0n },
  ]);
  expect(csv.split("\r\n").slice(1)).toEqual([
    `"'-1","percent",10,2,1500000000,1.5,-500000000,-0.5,985000000,0.985`,
    `"ÉTÉ","amount",0.25,0,0,0,0,0,0,0`,
    "",
  ]);
});
