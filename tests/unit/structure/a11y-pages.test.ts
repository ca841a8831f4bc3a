import { expect, test } from "vitest";
import routes from "../../../app/routes";
import { PAGES } from "../../support/a11y/pages";
import { ALL_SETTINGS, settingsFor } from "../../support/a11y/settings";
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

test("consecutive pages get every language, theme and width", () => {
  const dealt = ALL_SETTINGS.flatMap((_, position) => settingsFor(position));
  expect(new Set(dealt)).toEqual(new Set(ALL_SETTINGS));
});
