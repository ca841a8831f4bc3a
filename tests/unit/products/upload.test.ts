import fc from "fast-check";
import { expect, test } from "vitest";
import { isComplete, partCount, partRange } from "../../../app/products/rules/upload";

const file = fc.record({
  sizeBytes: fc.integer({ min: 1, max: 10_000 }),
  partSizeBytes: fc.integer({ min: 1, max: 999 }),
});

test("the parts cover the file once, all but the last of equal size", () => {
  fc.assert(
    fc.property(file, (sizes) => {
      let end = 0;
      for (let number = 1; number <= partCount(sizes); number += 1) {
        const range = partRange(sizes, number);
        expect(range?.start).toBe(end);
        end = range?.end ?? 0;
        const last = number === partCount(sizes);
        if (!last) expect(end - (range?.start ?? 0)).toBe(sizes.partSizeBytes);
      }
      expect(end).toBe(sizes.sizeBytes);
    }),
  );
});

test.each([0, -1, 1.5, 4, Number.NaN])("part %s of three is invalid", (number) => {
  expect(partRange({ sizeBytes: 25, partSizeBytes: 10 }, number)).toBeNull();
});

test("a file is complete with every part at its exact size, in any order", () => {
  const sizes = { sizeBytes: 25, partSizeBytes: 10 };
  const part = (partNumber: number, sizeBytes: number) => ({ partNumber, sizeBytes, etag: "" });
  expect(isComplete(sizes, [part(3, 5), part(1, 10), part(2, 10)])).toBe(true);
  expect(isComplete(sizes, [part(1, 10), part(3, 5)])).toBe(false);
  expect(isComplete(sizes, [part(1, 10), part(2, 10), part(3, 4)])).toBe(false);
  expect(isComplete(sizes, [])).toBe(false);
});
