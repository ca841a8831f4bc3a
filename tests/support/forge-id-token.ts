import { type CryptoKey, decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

export type Claims = Record<string, unknown>;

export interface Forgery {
  claims: Claims;
  /** Signing key; the issuer's by default. */
  signedBy?: "issuer" | "another key" | "client secret" | "none";
}

/** An ID token with changed claims or signature. */
export async function forgeIdToken(
  token: string,
  forge: (claims: Claims) => Forgery,
  issuerKey: CryptoKey,
  clientSecret: string,
): Promise<string> {
  const { claims, signedBy = "issuer" } = forge(decodeJwt(token));
  switch (signedBy) {
    case "none":
      return new UnsecuredJWT(claims).encode();
    case "client secret":
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(clientSecret));
    default: {
      const key = signedBy === "issuer" ? issuerKey : (await generateKeyPair("RS256")).privateKey;
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "first" }).sign(key);
    }
  }
}
