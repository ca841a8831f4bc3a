import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ProductTitle } from "../../../app/products/ui/product-title";

test.each([
  ["Police « Léman », 6 graisses", ["« Léman »,"]],
  ["Le pain : levain et patience", ["pain :"]],
  ["« Bonjour tout le monde »", ["« Bonjour", "monde »"]],
  ["Prêt ? Partez !", ["Prêt ?", "Partez !"]],
  ["Grids for Swiss layouts", []],
  ["a < b & c", []],
])("%s groups text that must not be broken and keeps every character", (title, held) => {
  const markup = renderToStaticMarkup(<ProductTitle>{title}</ProductTitle>);
  const together = [...markup.matchAll(/<span class="inline-block">(.*?)<\/span>/g)];
  expect(together.map((match) => match[1])).toEqual(held);
  const text = markup
    .replace(/<[^>]+>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&amp;/g, "&");
  expect(text).toBe(title);
});
