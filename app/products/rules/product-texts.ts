// A module of their own: a page that shows the form checks it only when it is sent.

/** In characters: a title is shown on cards and in wallets. */
export const MAX_TITLE_CHARS = 120;
/** In characters: a few pages of text, well below the size limit of a D1 row. */
export const MAX_DESCRIPTION_CHARS = 10_000;
