import type { Page } from "playwright-core";

/**
 * What does not fit, one line each: a page that scrolls sideways, and words, fields and pictures that
 * leave the window, stick out of the box they stand in, or are cut off by it. A box that scrolls holds
 * what it can bring into view; one that ends its text with an ellipsis cuts it on purpose.
 */
export function frameFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Rounded positions differ by less (px). */
    const TOLERANCE = 1;
    const REPLACED = "input, select, textarea, img, svg";
    const faults = new Set<string>();
    const windowWidth = document.documentElement.clientWidth;

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > windowWidth) faults.add(`the page is ${scrollWidth} px wide: ${widest()}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && node.data.trim() !== "" && node.parentElement) {
        const range = document.createRange();
        range.selectNodeContents(node);
        inspect(node.parentElement, node.parentElement, [...range.getClientRects()]);
      } else if (node instanceof Element && node.matches(REPLACED) && node.parentElement) {
        inspect(node, node.parentElement, [node.getBoundingClientRect()]);
      }
    }
    return [...faults];

    /** Compares `rects`, which `element` covers, with the boxes around them from `inner` on. */
    function inspect(element: Element, inner: Element, rects: DOMRect[]): void {
      const seen = rects.filter(({ width, height }) => width > 0 && height > 0);
      if (seen.length === 0 || !isSeen(element)) return;
      let left = Math.min(...seen.map((rect) => rect.left));
      let right = Math.max(...seen.map((rect) => rect.right));
      let bottom = Math.max(...seen.map((rect) => rect.bottom));
      for (let box: Element | null = inner; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        // Moved or turned for show.
        if (style.animationName !== "none" || style.rotate !== "none") return;
        const frame = box.getBoundingClientRect();
        if (cutsOnPurpose(style) || canScroll(box, style)) {
          left = Math.max(left, frame.left);
          right = Math.min(right, frame.right);
          bottom = Math.min(bottom, frame.bottom);
        }
        const past = Math.max(right - frame.right, frame.left - left);
        if (past > TOLERANCE && (hasSides(style) || box.tagName === "MAIN"))
          report(element, box, past);
        const below = bottom - frame.bottom;
        if (below > TOLERANCE && /hidden|clip/.test(style.overflowY)) report(element, box, below);
        if (style.position === "fixed" || style.position === "absolute") break;
      }
      const past = Math.max(right - windowWidth, -left);
      if (past > TOLERANCE) report(element, document.body, past);
    }

    /** False also for what only screen readers get. */
    function isSeen(element: Element): boolean {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      for (let one: Element | null = element; one; one = one.parentElement) {
        if (getComputedStyle(one).clipPath !== "none") return false;
      }
      return true;
    }

    function cutsOnPurpose({ textOverflow, webkitLineClamp }: CSSStyleDeclaration): boolean {
      return textOverflow === "ellipsis" || webkitLineClamp !== "none";
    }

    function canScroll(box: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean {
      const isScrolled = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      return isScrolled && /auto|scroll/.test(overflowX + overflowY);
    }

    /** True where one sees the sides of a box, or where it cuts off what is beyond them. */
    function hasSides(style: CSSStyleDeclaration): boolean {
      const hasBorders = style.borderLeftWidth !== "0px" && style.borderRightWidth !== "0px";
      const cuts = /hidden|clip/.test(style.overflowX);
      return cuts || hasBorders || style.backgroundColor !== "rgba(0, 0, 0, 0)";
    }

    function widest(): string {
      const wide = [...document.body.querySelectorAll("*")].find(
        (element) => element.getBoundingClientRect().right > windowWidth + TOLERANCE,
      );
      return wide ? nameOf(wide) : "no element of it";
    }

    function report(element: Element, box: Element, by: number): void {
      const frame = box === document.body ? "the window" : nameOf(box);
      faults.add(`${nameOf(element)} leaves ${frame} by ${Math.round(by)} px`);
    }

    function nameOf(element: Element): string {
      const words = element.textContent?.trim().slice(0, 30);
      return `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${words}`;
    }
  });
}
