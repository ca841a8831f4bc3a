import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules of WCAG 2.2 AA that axe leaves out unless they are asked for. */
const MORE_RULES = {
  "target-size": { enabled: true },
  "label-content-name-mismatch": { enabled: true },
};

/** Violations of serious or critical impact: rule and selector, one line each. */
export function seriousViolations(page: Page): Promise<string[]> {
  return violations(page, ["serious", "critical"]);
}

/** Violations of any impact, best practices included. */
export function allViolations(page: Page): Promise<string[]> {
  return violations(page, ["minor", "moderate", "serious", "critical"]);
}

async function violations(page: Page, impacts: readonly string[]): Promise<string[]> {
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
  const found = await page.evaluate(
    (rules) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ["violations"],
        // Not the style sheets, which only an experimental rule reads.
        preload: { assets: ["media"] },
        rules,
      }),
    MORE_RULES,
  );
  return found.violations
    .filter(({ impact }) => impacts.includes(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}
