import axe from "axe-core";
import type { Page } from "playwright-core";

/** What a page gets wrong that keeps people out: rule and place, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // A colour on its way to another one is neither: from here on each is where it goes.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(still);
  });
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
