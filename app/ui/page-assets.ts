import STYLES from "../styles.css?url";
import DISPLAY_FONT from "./fonts/bricolage-grotesque-750.woff2?url";
import TEXT_FONT from "./fonts/public-sans.woff2?url";

export const FONTS = [DISPLAY_FONT, TEXT_FONT];

/** `Link` of each document. The platform sends it as 103 Early Hints, while the page is rendered. */
export const PRELOAD_HEADER = [
  `<${STYLES}>; rel=preload; as=style`,
  ...FONTS.map((font) => `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
].join(", ");

export { STYLES };
