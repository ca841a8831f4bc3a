import fc from "fast-check";
import { expect, test } from "vitest";
import {
  RECOVERY_CODE_BYTES,
  readRecoveryCode,
  recoveryCode,
} from "../../../app/accounts/rules/recovery-code";

const random = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES });

test("a code is 16 letters and digits in groups of four, without ambiguous ones", () => {
  fc.assert(
    fc.property(random, (bytes) => {
      expect(recoveryCode(bytes)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    }),
  );
});

test("different bytes make different codes: none of the 80 bits is lost", () => {
  fc.assert(
    fc.property(random, random, (one, other) => {
      const same = one.every((byte, at) => byte === other[at]);
      expect(recoveryCode(one) === recoveryCode(other)).toBe(same);
    }),
  );
});

test("a code is parsed in any case and grouping", () => {
  const code = recoveryCode(new Uint8Array(RECOVERY_CODE_BYTES));
  expect(code).toBe("0000-0000-0000-0000");
  for (const typed of [
    "0000000000000000",
    " oooo oooo-OOOO\u201300o0 ",
    "0000\t0000 0000 0000\n",
  ]) {
    expect(readRecoveryCode(typed)).toBe(code);
  }
  expect(readRecoveryCode("IL1i-0000-0000-abcd")).toBe("1111-0000-0000-ABCD");
});

test.each(["", "0000", "0000-0000-0000-000U", "0000-0000-0000-0000-0", "é".repeat(16)])(
  "%j is not a code",
  (typed) => expect(readRecoveryCode(typed)).toBeNull(),
);
