import { box, line, PAGE_POINTS, type PageContent, pdf } from "./pdf";

export interface Booklet {
  title: string;
  author: string;
  chapters: { title: string; paragraphs: string[] }[];
}

const MARGIN_POINTS = 72;
const FONT_POINTS = 11.5;
const LINE_HEIGHT_POINTS = 17;
/** Characters of Helvetica are on average half as wide as the font size. */
const CHARS_PER_LINE = Math.floor((PAGE_POINTS.width - 2 * MARGIN_POINTS) / (FONT_POINTS * 0.5));
const VERMILION: [number, number, number] = [0.81, 0.19, 0.1];

/** A PDF with a cover page; each chapter starts on a new page. */
export function booklet({ title, author, chapters }: Booklet): Uint8Array {
  const pages: PageContent[] = [cover(title, author)];
  for (const chapter of chapters) pages.push(...chapterPages(chapter));
  const numbered = pages.map((page, at) =>
    at === 0
      ? page
      : page + line(PAGE_POINTS.width / 2 - 4, PAGE_POINTS.height - 40, 9, String(at + 1)),
  );
  return pdf(title, numbered);
}

function cover(title: string, author: string): PageContent {
  const lines = wrap(title, 20).map((text, at) =>
    line(MARGIN_POINTS, 300 + at * 46, 38, text, true),
  );
  return (
    box([0, 0, PAGE_POINTS.width, 190], VERMILION) +
    lines.join("") +
    line(MARGIN_POINTS, 320 + lines.length * 46, 15, author)
  );
}

function chapterPages(chapter: Booklet["chapters"][number]): PageContent[] {
  const pages: PageContent[] = [line(MARGIN_POINTS, 96, 22, chapter.title, true)];
  let y = 136;
  for (const paragraph of chapter.paragraphs) {
    for (const text of wrap(paragraph, CHARS_PER_LINE)) {
      if (y > PAGE_POINTS.height - 80) {
        pages.push("");
        y = 80;
      }
      pages[pages.length - 1] += line(MARGIN_POINTS, y, FONT_POINTS, text);
      y += LINE_HEIGHT_POINTS;
    }
    y += LINE_HEIGHT_POINTS * 0.6;
  }
  return pages;
}

function wrap(text: string, chars: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last && last.length + 1 + word.length > chars) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
