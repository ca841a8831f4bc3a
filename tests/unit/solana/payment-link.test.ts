import { parseURL } from "@solana/pay";
import { expect, test } from "vitest";
import { orderPaymentLink, productPaymentLink } from "../../../app/solana/payment-link";

// spec: call.payment-link
// spec: buying.payment-request, setting.app-origin
test.each(["http://localhost:8787", "https://shop.example"])(
  "an order's link on %s has the language, percent-encoded",
  (origin) => {
    expect(orderPaymentLink("abc-1", "en", origin)).toBe(
      `solana:${encodeURIComponent(`${origin}/api/pay/abc-1?lang=en`)}`,
    );
  },
);

test("wallets parse an order's link to the same URL", () => {
  const { link } = parseURL(orderPaymentLink("abc-1", "fr", "https://shop.example")) as {
    link: URL;
  };
  expect(link.href).toBe("https://shop.example/api/pay/abc-1?lang=fr");
});

test("a product's link has no query, so nothing is encoded", () => {
  const url = productPaymentLink("abc", "https://shop.example");
  expect(url).toBe("solana:https://shop.example/api/actions/buy/abc");
  expect(parseURL(url)).toMatchObject({
    link: new URL("https://shop.example/api/actions/buy/abc"),
  });
});
