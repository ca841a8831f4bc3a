import { box, line, PAGE, type PageContent, pdf } from "./pdf";

export interface Booklet {
  title: string;
  author: string;
  chapters: { title: string; paragraphs: string[] }[];
}

const MARGIN = 72;
const SIZE = 11.5;
const LEADING = 17;
/** Helvetica's letters are half as wide as high, on average; a little more is safe. */
const CHARS = Math.floor((PAGE.width - 2 * MARGIN) / (SIZE * 0.5));
const VERMILION: [number, number, number] = [0.81, 0.19, 0.1];

/** A small book: a cover, then a chapter from each new page on. */
export function booklet({ title, author, chapters }: Booklet): Uint8Array {
  const pages: PageContent[] = [cover(title, author)];
  for (const chapter of chapters) pages.push(...chapterPages(chapter));
  const numbered = pages.map((page, at) =>
    at === 0 ? page : page + line(PAGE.width / 2 - 4, PAGE.height - 40, 9, String(at + 1)),
  );
  return pdf(title, numbered);
}

function cover(title: string, author: string): PageContent {
  const lines = wrap(title, 20).map((text, at) => line(MARGIN, 300 + at * 46, 38, text, true));
  return (
    box([0, 0, PAGE.width, 190], VERMILION) +
    lines.join("") +
    line(MARGIN, 320 + lines.length * 46, 15, author)
  );
}

function chapterPages(chapter: Booklet["chapters"][number]): PageContent[] {
  const pages: PageContent[] = [line(MARGIN, 96, 22, chapter.title, true)];
  let y = 136;
  for (const paragraph of chapter.paragraphs) {
    for (const text of wrap(paragraph, CHARS)) {
      if (y > PAGE.height - 80) {
        pages.push("");
        y = 80;
      }
      pages[pages.length - 1] += line(MARGIN, y, SIZE, text);
      y += LEADING;
    }
    y += LEADING * 0.6;
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
