import { BRAND } from "../../lib/brand";
import { SHARE_IMAGE_HEIGHT_PX, SHARE_IMAGE_WIDTH_PX } from "../../lib/share-image";
import { cropAround, type FocusPoint } from "../rules/focus-point";
import { MAX_SHARE_IMAGE_BYTES } from "../rules/share-image";

/** Colours of the light theme in the style sheet: the picture is the same in both themes. */
const PAPER = "#f7f4ee";
const INK = "#17140f";
const INK_2 = "#5c554a";
const ACCENT = "#cf3119";

const FONT = '"Bricolage Grotesque", system-ui, sans-serif';
/** Of 1; the first that gives a file within the limit. */
const QUALITIES = [0.86, 0.72, 0.5];
/** Title sizes; the largest at which the title fits its height is taken. */
const TITLE_SIZES_PX = [76, 64, 54, 46];
const TITLE_HEIGHT_PX = 365;
const LINE_HEIGHT = 1.12;
const PADDING_PX = 56;
const PRICE_SIZE_PX = 60;
const BRAND_SIZE_PX = 34;

export interface ShareImageContent {
  title: string;
  /** As the seller's language writes it, with its unit. */
  price: string;
  cover: ImageBitmap | HTMLImageElement;
  /** The point of the cover that the square keeps. */
  focus: FocusPoint;
}

/**
 * Draws the picture of shared links: cover, title and price. Null where the browser can't draw it or no
 * quality is small enough.
 */
export async function drawShareImage(content: ShareImageContent): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = SHARE_IMAGE_WIDTH_PX;
  canvas.height = SHARE_IMAGE_HEIGHT_PX;
  const context = canvas.getContext("2d");
  if (!context) return null;
  await document.fonts.load(`700 ${PRICE_SIZE_PX}px ${FONT}`);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawCover(context, content);
  drawTexts(context, content, SHARE_IMAGE_HEIGHT_PX + PADDING_PX);
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality);
    if (blob && blob.size <= MAX_SHARE_IMAGE_BYTES) return blob;
  }
  return null;
}

/** Fills the square at the left with the cover around its focus point. */
function drawCover(context: CanvasRenderingContext2D, { cover, focus }: ShareImageContent): void {
  const side = SHARE_IMAGE_HEIGHT_PX;
  const { x, y, width, height } = cropAround(cover, 1, focus);
  context.imageSmoothingQuality = "high";
  context.drawImage(cover, x, y, width, height, 0, 0, side, side);
}

function drawTexts(
  context: CanvasRenderingContext2D,
  { title, price }: ShareImageContent,
  left: number,
): void {
  const width = SHARE_IMAGE_WIDTH_PX - PADDING_PX - left;
  const { lines, sizePx } = fitTitle(context, title, width);
  context.textBaseline = "alphabetic";
  context.fillStyle = INK;
  let y = PADDING_PX + sizePx;
  for (const line of lines) {
    context.fillText(line, left, y, width);
    y += sizePx * LINE_HEIGHT;
  }
  const bottom = SHARE_IMAGE_HEIGHT_PX - PADDING_PX;
  context.font = `600 ${BRAND_SIZE_PX}px ${FONT}`;
  context.fillStyle = INK_2;
  context.fillText(BRAND, left, bottom, width);
  context.font = `700 ${PRICE_SIZE_PX}px ${FONT}`;
  context.fillStyle = ACCENT;
  context.fillText(price, left, bottom - BRAND_SIZE_PX - PADDING_PX / 2, width);
}

/** The lines of the title; the last ends in an ellipsis where they do not take it whole. */
function fitTitle(context: CanvasRenderingContext2D, title: string, width: number) {
  let fitted = { lines: [""], sizePx: 0 };
  for (const sizePx of TITLE_SIZES_PX) {
    const maxLines = Math.floor(TITLE_HEIGHT_PX / (sizePx * LINE_HEIGHT));
    context.font = `700 ${sizePx}px ${FONT}`;
    const lines = wrapText(title, (text) => context.measureText(text).width <= width);
    if (lines.length <= maxLines) return { lines, sizePx };
    const [last = "", ...before] = lines.slice(0, maxLines).reverse();
    fitted = { lines: [...before.reverse(), `${last}…`], sizePx };
  }
  return fitted;
}

/** Breaks a text between words, and within a word that fits no line. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const character of word) {
      if (line && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line ? [...lines, line] : lines;
}

function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
