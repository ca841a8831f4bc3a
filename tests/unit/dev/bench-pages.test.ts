import { expect, test } from "vitest";
import { htmlToJsx } from "../../../bench/support/pages/html-to-jsx";
import { newResponse } from "../../../bench/support/pages/load";
import { assertSteady } from "../../../bench/support/pages/rounds";
import { rowsOf } from "../../../bench/support/pages/rows";
import { hundredths, median, medianRatio, wobble } from "../../../bench/support/pages/statistics";
import { templatesOf } from "../../../bench/support/pages/templates";

test("median and ratios by round", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  // A machine that is twice as slow in one round changes neither ratio.
  expect(medianRatio([20, 10, 22], [10, 5, 11])).toBe(2);
  expect(hundredths(1.2345)).toBe(1.23);
});

test("the wobble is the highest value above the lowest", () => {
  expect(wobble([])).toBe(0);
  expect(wobble([7])).toBe(0);
  expect(wobble([100, 90, 120])).toBeCloseTo(1 / 3);
});

test("a run ends when the baseline differs by more than the bound", () => {
  const loads = (...speeds: number[]) => speeds.map((perSecond) => ({ perSecond }));
  expect(() => assertSteady("/shop", loads(100, 120, 110), 0.2)).not.toThrow();
  expect(() => assertSteady("/shop", loads(100, 121), 0.2)).toThrow(
    /\/shop differ by 21 % \(100\.0, 121\.0 requests\/s\), more than 20 %/,
  );
});

// spec: command.bench
test("a row compares a server within the rounds, and has what Chromium measured of it", () => {
  const load = (perSecond: number, cpuMs: number) => {
    const one = { requests: 1, perSecond, cpuMs, bytes: 900, p50Ms: 2, p99Ms: 5.555 };
    return { loads: [one, { ...one, perSecond: perSecond / 2 }], crowd: one };
  };
  const rounds = {
    rendered: load(60, 4),
    cached: load(400, 1),
    stock: load(40, 5),
    bare: load(80, 2),
  };
  const vitals = {
    lcpMs: 1_234.5,
    cls: 0.0104,
    inpMs: 40,
    firstClickMs: 32,
    scriptBytes: 10_240,
    elements: 7,
  };
  const [rendered, cached, stock] = rowsOf("shop", rounds, {
    ours: [vitals],
    stock: [{ ...vitals, scriptBytes: 0 }],
  });
  expect(rendered).toMatchObject({ "requests/s": 45, "to stock": 1.5, "to bare": 0.75 });
  expect(rendered).toMatchObject({ "spread (%)": 100, "CPU to stock": 0.8, "LCP (ms)": "" });
  expect(cached).toMatchObject({ server: "cached", "LCP (ms)": 1_235, CLS: 0.01 });
  expect(cached).toMatchObject({ "INP (ms)": 40, "first click (ms)": 32, "script (KB, gzip)": 10 });
  expect(stock).toMatchObject({ "to stock": 1, "script (KB, gzip)": 0 });
  expect(rendered).toMatchObject({ "to html": "", "p50 of 25 (ms)": 2, "p99 of 25 (ms)": 5.56 });
  const browserOnly = rowsOf("shop", undefined, {
    ours: [vitals],
    stock: [vitals],
  });
  expect(browserOnly.map(({ server }) => server)).toEqual(["cached", "stock"]);
});

function isComplete(...chunks: string[]): boolean[] {
  const response = newResponse();
  return chunks.map((chunk) => response.isComplete(Buffer.from(chunk)));
}

test("a response ends by its length", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  expect(isComplete(`${head}hello`)).toEqual([true]);
  expect(isComplete(head.slice(0, 20), `${head.slice(20)}he`, "llo")).toEqual([false, false, true]);
  expect(isComplete("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")).toEqual([true]);
});

test("a chunked response ends with its last chunk, wherever it is cut", () => {
  const text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  for (let cut = 1; cut < text.length; cut += 1) {
    expect(isComplete(text.slice(0, cut), text.slice(cut))).toEqual([false, true]);
  }
});

test("another status than 200 is refused", () => {
  expect(() => isComplete("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n")).toThrow("302 Found");
});

test("a template has the values of a rendered page, and the list of cards", () => {
  const card = (id: string, title: string, price: string) =>
    `<li><svg><path d="${id}"/></svg><a href="/acheter/${id}"><span>${title}</span></a><p class="x text-sm">Music</p><b>${price}<span class="ml-1">SOL</span></b></li>`;
  const grid = (cards: string) => `<ul class="grid a">${cards}</ul>`;
  const shop = `<h1>Shop</h1><script>1</script>${grid(card("a1", "One", "0.5") + card("b2", "Two", "1"))}`;
  const amounts = ["0.99", "0.01", "1.5"].map(
    (sol) => `<b>${sol}<span class="ml-1">SOL</span></b>`,
  );
  const article = `<article><svg><g/></svg><h1><span>Song</span></h1><p class="text-lg">Words</p><a href="/sell/u1">Ann</a><code title="ab12">x</code></article>`;
  const product = article + amounts.join("") + grid(card("c3", "Three", "2"));
  const templates = templatesOf({ shop, product });
  expect(templates.shop).toEqual(['<h1>Shop</h1><ul class="grid a">', { value: "cards" }, "</ul>"]);
  expect(templates.card.filter((part) => typeof part !== "string")).toEqual(
    ["svg", "id", "title", "category", "price"].map((value) => ({ value })),
  );
  const values = templates.product.flatMap((part) => (typeof part === "string" ? [] : part.value));
  expect(values).toEqual([
    "svg",
    "title",
    "description",
    "uid",
    "seller",
    "sha256",
    "share",
    "fee",
    "price",
    "others",
  ]);
});

test("HTML of React becomes the code of a component", () => {
  const html =
    '<p class="a &amp; b">Sold by<!-- --> <a href="/sell/1" data-discover="true">L’atelier</a></p><svg viewBox="0 0 1 1" aria-hidden="true"><path stroke-width="2" d="M0 0"></path></svg><input type="checkbox" checked=""/><a href="https://example.org">x</a>';
  const code = htmlToJsx(html);
  expect(code).toContain(
    'jsxs("p", { "className": "a & b", children: ["Sold by", " ", jsx(Link, { "to": "/sell/1", children: "L’atelier" })] })',
  );
  expect(code).toContain('jsx("path", { "strokeWidth": "2", "d": "M0 0" })');
  expect(code).toContain('jsx("input", { "type": "checkbox", "defaultChecked": true })');
  expect(code).toContain('jsx("a", { "href": "https://example.org", children: "x" })');
});

test("HTML with an element that is not closed is refused", () => {
  expect(() => htmlToJsx("<p>text")).toThrow("<p> is not closed");
});
