import { type CryptoKey, decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

export type Claims = Record<string, unknown>;

export interface Forgery {
  claims: Claims;
  /** Whose signature it bears: the issuer's unless said otherwise. */
  signedBy?: "issuer" | "somebody else" | "the client's secret" | "nobody";
}

/** An ID token with other claims or another signature than the provider gave it. */
export async function forgeIdToken(
  token: string,
  forge: (claims: Claims) => Forgery,
  issuerKey: CryptoKey,
  clientSecret: string,
): Promise<string> {
  const { claims, signedBy = "issuer" } = forge(decodeJwt(token));
  switch (signedBy) {
    case "nobody":
      return new UnsecuredJWT(claims).encode();
    case "the client's secret":
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(clientSecret));
    default: {
      const key = signedBy === "issuer" ? issuerKey : (await generateKeyPair("RS256")).privateKey;
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "first" }).sign(key);
    }
  }
}
