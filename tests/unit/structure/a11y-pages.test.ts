import { expect, test } from "vitest";
import routes from "../../../app/routes";
import { PAGES } from "../../support/a11y/pages";
import {
  FONT_SIZES,
  framesFor,
  LOCALES,
  settingsFor,
  THEMES,
  WIDTHS,
} from "../../support/a11y/settings";
import type { World } from "../../support/a11y/world";
import { routePaths } from "../../support/route-paths";

/** Looked at in the tests of Google sign-in, or the same as another page. */
const ELSEWHERE = /^\/(auth\/google.*|accueil)$/;

const anyWorld = new Proxy({} as World, {
  get: (_, name) => (name === "seller" ? { uid: "x" } : "x"),
});

test("every page is in the accessibility table", () => {
  const files = new Map(routes.map(({ id = "", file }) => [id, file]));
  const shown = PAGES.map(({ path }) => (typeof path === "string" ? path : path(anyWorld))).map(
    (path) => path.replace(/\?.*/, ""),
  );
  const missing = routePaths(routes)
    .filter(({ id }) => files.get(id)?.endsWith(".tsx"))
    .map(({ address }) => address)
    .filter((path) => !ELSEWHERE.test(path))
    .filter((path) => {
      const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
      return !shown.some((one) => pattern.test(one));
    });
  expect(missing).toEqual([]);
});

test("pages get each pair of language, theme, width and size of text", () => {
  const values = { locale: LOCALES, colorScheme: THEMES, width: WIDTHS, fontSize: FONT_SIZES };
  const settings = PAGES.flatMap((_, position) => settingsFor(position));
  const missing = pairsOf(values).filter(
    ([[name, value], [other, otherValue]]) =>
      !settings.some((setting) => setting[name] === value && setting[other] === otherValue),
  );
  expect(missing).toEqual([]);
});

test("signed-in pages in French are resized to each width with each size of text", () => {
  const resized = PAGES.flatMap(({ who }, position) =>
    who !== "visitor" && settingsFor(position).some(({ locale }) => locale === "fr")
      ? framesFor(position)
      : [],
  ).map(({ width, fontSize }) => `${width} ${fontSize}`);
  const wanted = WIDTHS.flatMap((width) => FONT_SIZES.map((fontSize) => `${width} ${fontSize}`));
  expect(new Set(resized)).toEqual(new Set(wanted));
});

type Values = Record<"locale" | "colorScheme" | "width" | "fontSize", readonly unknown[]>;
type Value = [name: keyof Values, value: unknown];

function pairsOf(values: Values): [Value, Value][] {
  const names = Object.keys(values) as (keyof Values)[];
  return names.flatMap((name, at) =>
    names.slice(at + 1).flatMap((other) =>
      values[name].flatMap((value) =>
        values[other].map((otherValue): [Value, Value] => [
          [name, value],
          [other, otherValue],
        ]),
      ),
    ),
  );
}
