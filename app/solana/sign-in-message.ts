/** The sign-in message of Sign-In With Solana: fields of `SolanaSignInInput`. */
export interface SignInMessage {
  domain: string;
  statement: string;
  uri: string;
  version: "1";
  nonce: string;
  /** ISO 8601. */
  issuedAt: string;
  expirationTime: string;
}

/** Lifetime of a challenge: time to open the wallet and to read the message. */
export const CHALLENGE_MS = 5 * 60_000;

/** Builds the message from the stored challenge, so that the server can compare the signed text. */
export function signInMessage(
  challenge: { nonce: string; statement: string; issuedAt: number; expiresAt: number },
  appOrigin: string,
): SignInMessage {
  return {
    domain: new URL(appOrigin).host,
    statement: challenge.statement,
    uri: appOrigin,
    version: "1",
    nonce: challenge.nonce,
    issuedAt: new Date(challenge.issuedAt).toISOString(),
    expirationTime: new Date(challenge.expiresAt).toISOString(),
  };
}

/** The message as text, in the field order of the standard, for wallets without sign-in feature. */
export function signInText(message: SignInMessage, address: string): string {
  return [
    `${message.domain} wants you to sign in with your Solana account:`,
    address,
    "",
    message.statement,
    "",
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    `Expiration Time: ${message.expirationTime}`,
  ].join("\n");
}
