import axe from "axe-core";
import type { Page } from "playwright-core";

/** Violations of serious or critical impact: rule and selector, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Contrast is measured on final colours, not during a transition or an animation.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "*, ::before, ::after { transition: none !important; animation: none !important }",
    );
    document.adoptedStyleSheets.push(sheet);
  });
  // Evaluated, since the page's Content-Security-Policy blocks an injected script element.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
    }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}
