import { expect, test } from "vitest";
import { scryptHasher } from "../../workers/scrypt-hasher";

test("a hash opens for its password alone, carries its parameters, and never comes twice", async () => {
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
});

test("the same letters typed in another Unicode form open too", async () => {
  const hash = await scryptHasher.hash("caf\u00e9 cr\u00e8me br\u00fbl\u00e9e");
  expect(await scryptHasher.verify("cafe\u0301 cre\u0300me bru\u0302le\u0301e", hash)).toBe(true);
});

test("an unknown address costs as much as a wrong password", async () => {
  const hash = await scryptHasher.hash("correct horse");
  const time = async (stored: string | null) => {
    const start = performance.now();
    await scryptHasher.verify("wrong", stored);
    return performance.now() - start;
  };
  const median = (values: number[]) =>
    values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let n = 0; n < 7; n++) {
    known.push(await time(hash));
    unknown.push(await time(null));
  }
  const ratio = median(unknown) / median(known);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.7);
});
