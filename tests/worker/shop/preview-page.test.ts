import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { plainPng } from "../../support/images/planted";
import { newSeller, ORIGIN } from "../../support/seller";
import { publish } from "../../support/upload";

// spec: screen.preview
test("a preview shows every setting of the product, to visitors too", async () => {
  const seller = await newSeller();
  const picture = () => new File([plainPng()], "a.png");
  const traits = { title: "Rain", category: "2", saleType: "limited", saleLimit: "7" };
  const id = await publish(seller, { ...traits, cover: picture(), image: picture() });
  const answer = await SELF.fetch(`${ORIGIN}/preview/${id}`, { headers: { Cookie: "locale=en" } });
  const html = await answer.text();
  expect(html.match(/src="\/media\//g)).toHaveLength(2);
  const text = html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  for (const shown of [
    /PREVIEW Rain 0\.25 ?SOL/,
    /An hour of rain\./,
    /Status Active/,
    /Sale type Limited to 7/,
    /Category Ebooks &amp; Books/,
    new RegExp(`Seller wallet ${seller.wallet}`),
    /Created on \w+ \d+, \d{4}/,
  ])
    expect(text).toMatch(shown);
});
