import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Waits until scripts handle the page, where it has scripts: before that, a link loads a document
 * and a submit button posts its form without them.
 */
export async function untilHydrated(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(
      () =>
        document.querySelector("script[type=module]") === null ||
        Object.keys(document.body).some((key) => key.startsWith("__reactProps")),
    );
  await expect.poll(isHydrated).toBe(true);
}
