/** What a wallet is asked to sign (Sign-In With Solana, the fields of `SolanaSignInInput`). */
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

/** Time to open a wallet and read, not more. */
export const CHALLENGE_MS = 5 * 60_000;

/** Every field follows from what the server stored, so that the signed text can be compared with it. */
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

/** The text of the message for wallets that sign plain messages only (the format's order of fields). */
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
