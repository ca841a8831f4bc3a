import { type DOMReadyEvent, type HtmlElement, Rule } from "html-validate/node";

const NAMES = ["aria-label", "aria-labelledby"];
const isNamed = (element: HtmlElement) => NAMES.some((name) => element.hasAttribute(name));
/** Controls that a person fills in; a form without any is a button that posts. */
const FIELDS = "input, select, textarea";
const OTHER_INPUTS = new Set(["hidden", "submit", "button", "image", "reset"]);

/**
 * A section has a heading, as the Nu checker asks: it stands in the outline of the page. Not so the
 * messages of sonner, which come and go.
 */
class SectionHeading extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const section of document.querySelectorAll("section, article"))
        if (!section.hasAttribute("aria-live") && !section.querySelector("h1, h2, h3, h4, h5, h6"))
          this.report(section, `<${section.tagName}> has no heading`);
    });
  }
}

/** A form with fields says what it is for: screen readers list it among the page's landmarks. */
class FormName extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const form of document.querySelectorAll("form")) {
        const fields = form
          .querySelectorAll(FIELDS)
          .filter((field) => !OTHER_INPUTS.has(field.getAttributeValue("type") ?? ""));
        if (fields.length > 0 && !isNamed(form))
          this.report(form, "<form> with fields has no aria-label or aria-labelledby");
      }
    });
  }
}

/** A list has items: screen readers announce an empty one. */
class ListItems extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const list of document.querySelectorAll("ul, ol, dl"))
        if (list.childElements.length === 0) this.report(list, `<${list.tagName}> is empty`);
    });
  }
}

/** A group of a `dl` has terms and descriptions only; html-validate does not look into it. */
class TermGroups extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const child of document.querySelectorAll("dl > div > *"))
        if (!/^(dt|dd|script|template)$/.test(child.tagName))
          this.report(child, `<${child.tagName}> stands in a group of a <dl>`);
    });
  }
}

export const RULES = {
  "section-heading": SectionHeading,
  "form-name": FormName,
  "list-items": ListItems,
  "term-groups": TermGroups,
};
