/** A4 in points. */
export const PAGE_POINTS = { width: 595, height: 842 } as const;

/** A PDF content stream: the drawing commands of a page. */
export type PageContent = string;

/** Characters of WinAnsi (PDF 32000-1, annex D) that Latin-1 lacks. */
const WIN_ANSI: Record<string, number> = {
  "€": 0x80,
  "…": 0x85,
  œ: 0x9c,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "•": 0x95,
  "–": 0x96,
  "—": 0x97,
  // No-break spaces become plain spaces.
  "\u202f": 0x20,
  "\u00a0": 0x20,
};

/**
 * A PDF 1.4 file. Fonts F1 (Helvetica) and F2 (bold) are standard fonts, which are not embedded.
 */
export function pdf(title: string, pages: PageContent[]): Uint8Array {
  const kids = pages.map((_, at) => `${6 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title (${escaped(title)}) >>`,
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_POINTS.width} ${PAGE_POINTS.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${7 + at * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** One line of text; `y` from the top, sizes in points. */
export function line(x: number, y: number, size: number, text: string, bold = false): PageContent {
  return `BT /${bold ? "F2" : "F1"} ${size} Tf ${x} ${PAGE_POINTS.height - y} Td (${escaped(text)}) Tj ET\n`;
}

/** A filled rectangle; colours from 0 to 1. */
export function box(
  [x, y, width, height]: [number, number, number, number],
  [red, green, blue]: [number, number, number],
): PageContent {
  return `q ${red} ${green} ${blue} rg ${x} ${PAGE_POINTS.height - y - height} ${width} ${height} re f Q\n`;
}

/** The outline of a rectangle. */
export function frame([x, y, width, height]: [number, number, number, number]): PageContent {
  return `q 0.6 w 0.72 0.69 0.62 RG ${x} ${PAGE_POINTS.height - y - height} ${width} ${height} re S Q\n`;
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

/** Text of a PDF string, one byte a character. */
function escaped(text: string): string {
  return [...text]
    .map((char) => String.fromCharCode(WIN_ANSI[char] ?? Math.min(char.charCodeAt(0), 0xff)))
    .join("")
    .replace(/[\\()]/g, "\\$&");
}
