import axe from "axe-core";
import type { Page } from "playwright-core";

/** What a page gets wrong that keeps people out: rule and place, one line each. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // A colour on its way to another one is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  // Evaluated, not added as an element: the page's policy stays in force.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
    }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}
