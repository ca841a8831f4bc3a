import { LOOKS, picturePath } from "./draw";
import { type Screen, WIDTHS } from "./screen";

const STYLES = `
  body { margin: 2rem; font: 15px/1.5 system-ui, sans-serif; background: #f4f4f2; color: #222 }
  nav { columns: 14rem; margin-bottom: 2rem }
  nav a { display: block }
  section { margin-bottom: 3rem }
  .failed { color: #b00020 }
  .grid { display: grid; grid-template-columns: repeat(12, 1fr); gap: .5rem; align-items: start }
  .wide { grid-column: span 2 }
  img { width: 100%; max-height: 24rem; object-fit: cover; object-position: top; border: 1px solid #ccc }
  figure { margin: 0 }
  figcaption { font-size: 11px }
`;

/** Pictures of all screens, a grid for each; `failures` are messages by id of a screen. */
export function indexPage(
  screens: readonly Screen[],
  failures: ReadonlyMap<string, readonly string[]>,
): string {
  const links = screens.map(({ id }) => `<a href="#${id}">${id}</a>`).join("");
  const sections = screens.map((screen) => section(screen, failures.get(screen.id) ?? [])).join("");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>${STYLES}</style><h1>Screens</h1><nav>${links}</nav>${sections}</html>
`;
}

function section(screen: Screen, failures: readonly string[]): string {
  const pictures = LOOKS.flatMap((look) =>
    (screen.widths ?? WIDTHS).map((width) => {
      const path = picturePath(screen, look, width);
      const name = `${look.locale}, ${look.theme}, ${width} px`;
      return `<figure class="${width === 1280 ? "wide" : "narrow"}"><a href="${path}"><img src="${path}" loading="lazy" alt="${screen.id}: ${name}"></a><figcaption>${name}</figcaption></figure>`;
    }),
  );
  const errors = failures.map((text) => `<p class="failed">${escapeText(text)}</p>`).join("");
  return `<section id="${screen.id}"><h2>${screen.id}</h2><p>${screen.who}</p>${errors}<div class="grid">${pictures.join("")}</div></section>\n`;
}

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
