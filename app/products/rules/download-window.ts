/** A download must start within this time after its token was issued. */
export const DOWNLOAD_START_WINDOW_MS = 15 * 60 * 1000;

/** A started download can be continued for this time. */
export const DOWNLOAD_CONTINUE_WINDOW_MS = 24 * 60 * 60 * 1000;

/** A link may be in use for as long: it can start at the last moment. */
export const DOWNLOAD_LIFETIME_MS = DOWNLOAD_START_WINDOW_MS + DOWNLOAD_CONTINUE_WINDOW_MS;
