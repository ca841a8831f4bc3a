import { expect, test } from "vitest";
import { z } from "zod";
import {
  orderRequestFields,
  orderRequestFormFields,
  requestOfLink,
} from "../../../app/checkout/rules/order-request";

const body = z.object(orderRequestFields);
const form = z.object(orderRequestFormFields);

test.each([
  ["says nothing", {}, {}],
  [
    "agrees to a total",
    { acceptedLamports: "18000000000000000000" },
    { acceptedLamports: 18_000_000_000_000_000_000n },
  ],
  [
    "gives up the withdrawal, and agrees to nothing",
    { acceptedLamports: null, waiver: 1 },
    { acceptedLamports: null, waiver: 1 },
  ],
  ["declares that there is no waiver", { waiver: null }, { waiver: null }],
])("a JSON body %s", (_, fields, asked) => {
  expect(body.parse(fields)).toEqual(asked);
});

test("a form has texts, and a box that is not ticked says no", () => {
  expect(form.parse({ acceptedLamports: "0", waiver: "1" })).toEqual({
    acceptedLamports: 0n,
    waiver: 1,
  });
  expect(form.parse({})).toEqual({ waiver: null });
});

test.each([
  [body, { acceptedLamports: 5 }],
  [body, { acceptedLamports: "" }],
  [body, { acceptedLamports: "1e9" }],
  [body, { waiver: "1" }],
  [body, { waiver: 2 }],
  [form, { acceptedLamports: "-1" }],
  [form, { waiver: "" }],
  [form, { waiver: "on" }],
])("is refused where it is malformed", (schema, fields) => {
  expect(schema.safeParse(fields).success).toBe(false);
});

test("a link says nothing of totals and waivers", () => {
  const link = "https://comptoir.example/buy/one?acceptedLamports=1&waiver=1&utm_source=x";
  expect(requestOfLink(link)).toEqual({});
});
