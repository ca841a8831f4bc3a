import { expect, test } from "vitest";
import { parseLocalnetAuthors } from "../../../app/orders/rules/localnet-authors";
import { newAddress } from "../../support/random-keys";

const [ann, bob] = [newAddress(), newAddress()];

test("authors are read with their parts", () => {
  expect(parseLocalnetAuthors("")).toEqual([]);
  expect(parseLocalnetAuthors(`${ann}:8999, ${bob}:1`)).toEqual([
    { wallet: ann, bps: 8_999 },
    { wallet: bob, bps: 1 },
  ]);
});

test.each([
  ["more than is there", `${ann}:9001`],
  ["more than is there together", `${ann}:9000,${bob}:1`],
  ["nothing", `${ann}:0`],
  ["a part of a basis point", `${ann}:1.5`],
  ["no part", ann],
  ["no address", "someone:100"],
  ["one wallet twice", `${ann}:1,${ann}:2`],
  ["too many", Array.from({ length: 7 }, () => `${newAddress()}:1`).join()],
])("authors with %s are refused", (_, text) => {
  expect(parseLocalnetAuthors(text)).toBeNull();
});
