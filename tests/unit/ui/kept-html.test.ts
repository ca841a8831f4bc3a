import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { KeptHtml, useKept, useKeptWithAddress } from "../../../app/ui/kept-html";

const Link = ({ to }: { to: string }) =>
  createElement("a", { href: to, title: `${to}lang=en` }, "Here & now");

function Frame({ address }: { address: string }) {
  const content = useKeptWithAddress("frame", address, (to) => createElement(Link, { to }));
  return createElement("div", content);
}

function Part({ text }: { text: string }) {
  return createElement("p", useKept(`part ${text}`, createElement("b", null, text)));
}

/** Renders pages one after another, as an isolate does, and counts what was rendered for a key. */
function renderer() {
  const kept = new Map<string, string>();
  let made = 0;
  const keep = (key: string, element: ReactElement) => {
    const html = kept.get(key) ?? renderToString(element);
    if (!kept.has(key)) made += 1;
    kept.set(key, html);
    return html;
  };
  return {
    render: (page: ReactElement) =>
      renderToString(createElement(KeptHtml.Provider, { value: keep }, page)),
    made: () => made,
  };
}

const ADDRESSES = [
  "/shop?",
  "/acheter/a?",
  "/shop?q=%3Cscript%3E&",
  `/shop?q="><script>alert('&amp;')</script>`,
  "/$&/$1/%address%",
];

test("kept HTML with an address is what React renders for that address", () => {
  const { render, made } = renderer();
  for (const address of ADDRESSES) {
    const frame = createElement(Frame, { address });
    expect(render(frame)).toBe(renderToString(frame));
  }
  expect(made()).toBe(1);
});

test("kept HTML of another key is rendered anew", () => {
  const { render, made } = renderer();
  for (const text of ["one", "<two>", "one"]) {
    const part = createElement(Part, { text });
    expect(render(part)).toBe(renderToString(part));
  }
  expect(made()).toBe(2);
});
