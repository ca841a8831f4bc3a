/** Reasons for which the server closes the WebSocket of an open purchase page, as close codes. */

/** The session has ended, or the order is another account's now: the page loads its data again. */
export const SESSION_ENDED_CODE = 4401;

/** More pages of the order are open than get a WebSocket: this one asks by itself. */
export const TOO_MANY_SOCKETS_CODE = 4429;
