import STYLES from "../styles.css?url";
import DISPLAY_FONT from "./fonts/bricolage-grotesque-750.woff2?url";

/** `Link` of each document. The platform sends it as 103 Early Hints, while the page is rendered. */
export const PRELOAD_HEADER = [
  `<${STYLES}>; rel=preload; as=style`,
  `<${DISPLAY_FONT}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
].join(", ");

export { DISPLAY_FONT, STYLES };
