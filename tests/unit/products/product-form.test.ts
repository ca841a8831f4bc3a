import { describe, expect, test } from "vitest";
import {
  emptyProductFields,
  emptyRequired,
  parseFormFields,
} from "../../../app/products/rules/product-fields";
import { toFormFields, validateProduct } from "../../../app/products/rules/product-form";
import { productOf } from "../../support/factories/product";

const WALLET = "4Nd1mYQF9Qy3k7o3b8m8wXvKQWqf9hQ6m3rJX5n8e3sP";
const filled = {
  ...emptyProductFields(` ${WALLET} `),
  title: " Rain ",
  category: "1",
  description: "An hour of it.",
};
const faultOf = (change: Partial<typeof filled>, hasFile = true) => {
  const read = validateProduct({ ...filled, ...change }, hasFile);
  return read.ok ? null : [read.error.messageKey, read.error.field];
};

describe("the product form", () => {
  // spec: field.product.sale-type, constant.form-defaults
  test("has the specified defaults", () => {
    const { price, saleLimit, saleType, recipient } = emptyProductFields(WALLET);
    expect({ price, saleLimit, saleType, recipient }).toEqual({
      price: "0.001",
      saleLimit: "1",
      saleType: "infinite",
      recipient: WALLET,
    });
  });

  // spec: rule.product.wallet-trim
  // spec: product.type
  test("returns validated terms: trimmed texts, lamports, the type of the category", () => {
    const read = validateProduct({ ...filled, subcategory: "104", price: "0,25" }, true);
    expect(read).toEqual({
      ok: true,
      terms: {
        title: "Rain",
        priceLamports: 250_000_000n,
        isFree: false,
        isPriceChosen: false,
        suggestedLamports: null,
        categoryId: 1,
        subcategoryId: 104,
        type: "musique",
        description: "An hour of it.",
        recipient: WALLET,
        saleType: "infinite",
        saleLimit: null,
      },
    });
  });

  test("cleans the texts that others see, and refuses a title that has nothing visible", () => {
    const typed = { title: "Ra\u202ein\nover\u0000 Geneva", description: "One\r\n\u2066Two\u200b" };
    const read = validateProduct({ ...filled, ...typed }, true);
    expect(read).toMatchObject({
      terms: { title: "Rain over Geneva", description: "One\nTwo" },
    });
    expect(faultOf({ title: "\u200b\u3164 " })).toEqual(["form_incomplete", "title"]);
  });

  // spec: rule.product.required
  test("validates the required fields, then the limit, then the file", () => {
    const all = { title: "", saleType: "limited", saleLimit: "0" };
    expect(faultOf(all, false)).toEqual(["form_incomplete", "title"]);
    expect(faultOf({ ...all, title: "Rain" }, false)).toEqual(["sale_limit_invalid", "saleLimit"]);
    expect(faultOf({}, false)).toEqual(["file_required", "file"]);
  });

  test("applies a limit to limited products only; unique ones have 1", () => {
    expect(faultOf({ saleLimit: "" })).toBeNull();
    const limitOf = (saleType: string, saleLimit: string) => {
      const read = validateProduct({ ...filled, saleType, saleLimit }, true);
      return read.ok && read.terms.saleLimit;
    };
    expect(limitOf("limited", "12")).toBe(12);
    expect(limitOf("unique", "12")).toBe(1);
    expect(limitOf("infinite", "12")).toBeNull();
  });

  test.each([
    [{ price: "abc" }, ["price_not_a_number", "price"]],
    [{ price: "1,000" }, ["price_ambiguous_comma", "price"]],
    [{ price: "0.0000000001" }, ["price_too_many_decimals", "price"]],
    [{ price: "99999999999" }, ["price_too_large", "price"]],
    [{ price: "0.000" }, ["price_zero", "price"]],
    [{ category: "5" }, ["invalid_input", "category"]],
    [{ category: "1e0" }, ["invalid_input", "category"]],
    [{ subcategory: "201" }, ["subcategory_foreign", "subcategory"]],
    [{ subcategory: "x" }, ["subcategory_foreign", "subcategory"]],
    [{ recipient: "0OIl" }, ["recipient_invalid", "recipient"]],
  ])("rejects %j", (change, expected) => {
    expect(faultOf(change)).toEqual(expected);
  });

  // spec: control.product.submit
  test("enables the button when every required field is filled", () => {
    expect(emptyRequired(filled)).toEqual([]);
    for (const name of ["title", "price", "category", "description", "recipient"]) {
      expect(emptyRequired({ ...filled, [name]: "" })).toEqual([name]);
    }
    expect(emptyRequired({ ...filled, saleLimit: "", subcategory: "" })).toEqual([]);
  });

  test.each([
    [{ isPriceChosen: "on" }, [true, null]],
    [{ isPriceChosen: "on", suggested: " " }, [true, null]],
    [{ isPriceChosen: "on", suggested: "0,25" }, [true, 250_000_000n]],
    [{ isPriceChosen: "on", suggested: "0.001" }, [true, 1_000_000n]],
    // What the form hides is not read.
    [{ isPriceChosen: "", suggested: "words" }, [false, null]],
    [{ isPriceChosen: "on", suggested: "words", free: "on", price: "" }, [false, null]],
  ])("buyers choose what to pay by %j", (change, expected) => {
    const read = validateProduct({ ...filled, ...change }, true);
    if (!read.ok) throw new Error(read.error.messageKey);
    const { isPriceChosen, suggestedLamports } = read.terms;
    expect([isPriceChosen, suggestedLamports]).toEqual(expected);
    expect(validateProduct(toFormFields(productOf(read.terms)), true)).toEqual(read);
  });

  test.each([
    ["0.000999999", "suggestion_below_price"],
    ["0", "price_zero"],
    ["lots", "price_not_a_number"],
    ["99999999999", "price_too_large"],
  ])("refuses to suggest %s where the price is 0.001", (suggested, problem) => {
    expect(faultOf({ isPriceChosen: "on", suggested })).toEqual([problem, "suggested"]);
  });

  test("treats non-text values as empty", () => {
    const form = new FormData();
    form.set("title", new File([], "x"));
    const read = parseFormFields(form);
    expect([read.title, read.recipient]).toEqual(["", ""]);
  });

  test("shows a product as it was typed", () => {
    const read = validateProduct(
      { ...filled, price: "12.5", saleType: "limited", saleLimit: "7" },
      true,
    );
    if (!read.ok) throw new Error(read.error.messageKey);
    const shown = toFormFields(productOf(read.terms));
    expect(shown).toMatchObject({ title: "Rain", price: "12.5", saleLimit: "7", subcategory: "" });
    expect(validateProduct(shown, true)).toEqual(read);
  });
});
