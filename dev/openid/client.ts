/** The app as a client of the local provider. */
export const CLIENT = { id: "comptoir", secret: "a secret between the two, 32+ characters" };

/** Accounts that a person can choose from by hand. */
export const DEMO_PEOPLE = [
  { sub: "camille", email: "camille@example.com", name: "Camille Roux" },
  { sub: "sacha", email: "sacha@example.com", name: "Sacha Keller" },
  { sub: "unproved", email: "unproved@example.com", name: "Noa Petit", email_verified: false },
];

/** Settings of the app that signs people in at this issuer. */
export function openIdEnv(issuer: string) {
  return {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
  };
}
