import { expect, test } from "vitest";
import routes from "../../../app/routes";
import { NOT_DRAWN, SCREENS } from "../../../dev/screens/all-screens";

const pages: string[] = routes
  .filter(({ file }) => file.endsWith(".tsx"))
  .map(({ id }) => id ?? "");

// spec: command.screens
test("every page is drawn, or named with the reason why not", () => {
  const drawn = new Set<string>(SCREENS.map(({ route }) => route));
  expect(pages.filter((id) => !drawn.has(id)).sort()).toEqual(Object.keys(NOT_DRAWN).sort());
});

test("screens belong to pages, and their ids are unique names of folders", () => {
  expect(SCREENS.filter(({ route }) => !pages.includes(route))).toEqual([]);
  const ids = SCREENS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[a-z-]+$/.test(id))).toEqual([]);
});

test("every page that is drawn is tested for accessibility, too", () => {
  const tested = new Set(SCREENS.filter((one) => !one.isPictureOnly).map(({ route }) => route));
  expect(SCREENS.filter(({ route }) => !tested.has(route))).toEqual([]);
});
