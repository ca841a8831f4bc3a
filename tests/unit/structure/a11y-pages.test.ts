import { expect, test } from "vitest";
import { SCREENS } from "../../../dev/screens/all-screens";
import {
  FONT_SIZES,
  framesFor,
  LOCALES,
  settingsFor,
  THEMES,
  WIDTHS,
} from "../../support/a11y/settings";

const TESTED = SCREENS.filter(({ isPictureOnly }) => !isPictureOnly);

test("pages get each pair of language, theme, width and size of text", () => {
  const values = { locale: LOCALES, colorScheme: THEMES, width: WIDTHS, fontSize: FONT_SIZES };
  const settings = TESTED.flatMap((_, position) => settingsFor(position));
  const missing = pairsOf(values).filter(
    ([[name, value], [other, otherValue]]) =>
      !settings.some((setting) => setting[name] === value && setting[other] === otherValue),
  );
  expect(missing).toEqual([]);
});

test("signed-in pages in French are resized to each width with each size of text", () => {
  const resized = TESTED.flatMap(({ who }, position) =>
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
