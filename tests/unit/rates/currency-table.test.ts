import { expect, test } from "vitest";
import { parseCurrencyTable } from "../../../app/rates/rules/currency-table";
import { RateFault } from "../../../app/rates/rules/rate";
import { currencyTable } from "../../../dev/run/local-table";

const NOW = Date.UTC(2026, 10, 23, 12);
const TODAY = "2026-11-23";
const good = currencyTable(TODAY, "1.1593");

const outcomeOf = (xml: string, now = NOW) => {
  try {
    return parseCurrencyTable(xml, now);
  } catch (error) {
    if (error instanceof RateFault) return error.reason;
    throw error;
  }
};

test("a table has a day and the dollars of a euro", () => {
  expect(outcomeOf(good)).toEqual({ microDollarsPerEuro: 1_159_300n, day: TODAY });
  const quoted = good.replaceAll("'", '"');
  expect(outcomeOf(quoted)).toEqual({ microDollarsPerEuro: 1_159_300n, day: TODAY });
  expect(outcomeOf(currencyTable(TODAY, "1"))).toMatchObject({ microDollarsPerEuro: 1_000_000n });
});

// spec: rate.table
test.each([
  ["empty", ""],
  ["a page", "<!DOCTYPE html><html><body>Maintenance</body></html>"],
  ["cut", good.slice(0, good.indexOf("USD"))],
  ["without a day", good.replace(` time='${TODAY}'`, "")],
  ["of two days", good + good],
  ["with the dollar twice", good.replace("JPY", "USD")],
  ["without the dollar", good.replace("USD", "USN")],
  ["of a day that is none", currencyTable("2026-13-41", "1.1593")],
  ["of tomorrow", currencyTable("2026-11-24", "1.1593")],
  ["with a rate of zero", currencyTable(TODAY, "0")],
  ["with a negative rate", currencyTable(TODAY, "-1.1593")],
  ["with an exponent", currencyTable(TODAY, "1e0")],
  ["with a comma", currencyTable(TODAY, "1,1593")],
  ["with a rate of another unit", currencyTable(TODAY, "115.93")],
  ["with a rate near zero", currencyTable(TODAY, "0.1")],
  ["with more decimals than are kept", currencyTable(TODAY, "1.1593001")],
])("a table %s is refused", (_, xml) => {
  expect(outcomeOf(xml)).toBe("table_format");
});

// spec: rate.table
test("a table counts for six days", () => {
  const start = Date.UTC(2026, 10, 23);
  const days = 24 * 60 * 60_000;
  expect(outcomeOf(good, start + 6 * days)).toMatchObject({ day: TODAY });
  expect(outcomeOf(good, start + 6 * days + 1)).toBe("table_old");
});
