import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { createScryptHasher } from "../../../workers/scrypt-hasher";

const scryptHasher = createScryptHasher();
/** A hash takes a few ms. */
const cheap = createScryptHasher(1_024);

test("a hash verifies its password only, contains its parameters, and is salted", async () => {
  const [one, other] = [
    await scryptHasher.hash("correct horse"),
    await scryptHasher.hash("correct horse"),
  ];
  expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(await scryptHasher.verify("correct horse", one)).toBe(true);
  expect(await scryptHasher.verify("correct horsf", one)).toBe(false);
  expect(await scryptHasher.verify("correct horse", null)).toBe(false);
  expect(scryptHasher.outdated(one)).toBe(false);
  expect(scryptHasher.outdated(one.replace("$5$", "$1$"))).toBe(true);
  expect(cheap.outdated(one)).toBe(true);
});

test("another Unicode normalization form of the password verifies too", async () => {
  const hash = await cheap.hash("caf\u00e9 cr\u00e8me br\u00fbl\u00e9e");
  expect(await cheap.verify("cafe\u0301 cre\u0300me bru\u0302le\u0301e", hash)).toBe(true);
});

test("an unknown address costs one hash, as a wrong password does", async () => {
  const stored = await cheap.hash("correct horse");
  expect(await derivations(() => cheap.verify("wrong", stored))).toBe(1);
  expect(await derivations(() => cheap.verify("wrong", null))).toBe(1);
});

/** Number of key derivations during `work`. */
async function derivations(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const init = (_id: number, type: string) => {
    if (type === "SCRYPTREQUEST") count++;
  };
  const hook = createHook({ init }).enable();
  await work();
  hook.disable();
  return count;
}
