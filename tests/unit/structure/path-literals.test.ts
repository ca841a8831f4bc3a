import { expect, test } from "vitest";
import { pathLiterals, routePatterns } from "../../../dev/structure/path-literals";

const PATTERNS = routePatterns(`
  index("pages/routes/home.tsx"),
  route("shop", "shop/routes/shop.tsx"),
  route("acheter/:productId", "checkout/routes/buy.tsx"),
  route("api/orders/:id/accept", "refunds/routes/api.orders.accept.ts"),
  route("media/*", "products/routes/media.ts"),
  route("*", "http/routes/catch-all.ts"),
`);

test("the route table is read without the catch-all route", () => {
  expect(PATTERNS).toEqual([
    ["shop"],
    ["acheter", ":productId"],
    ["api", "orders", ":id", "accept"],
    ["media", "*"],
  ]);
});

test("paths of the route table are found in strings, templates and markup", () => {
  const source = `
    import shop from "/shop";
    const a = "/shop";
    const b = \`/acheter/\${id}?lang=\${lang}\`;
    const c = \`\${origin}/media/\${key}/small\`;
    const d = "/acheter/" + id;
    const e = path.startsWith("/api/");
    const f = redirect("/");
    const g = <a href="/">{t("/shop#top")}</a>;
  `;
  const found = pathLiterals("x.tsx", source, PATTERNS).map(({ line, text }) => `${line} ${text}`);
  expect(found).toEqual([
    "3 /shop",
    "4 /acheter/*?lang=*",
    "5 */media/*/small",
    "6 /acheter/",
    "7 /api/",
    "8 /",
    "9 /",
    "9 /shop#top",
  ]);
});

test("other texts with a slash are not paths", () => {
  const source = `
    const all = [text.split("/"), "shop", "/icon.svg", "/shopping", "/acheter", "image/png",
      \`\${path}/live\`, "https://example.com/shop", "/acheter/1/2", "/api/orders/1", "Path=/"];
  `;
  expect(pathLiterals("x.ts", source, PATTERNS)).toEqual([]);
});
