/** Which of our addresses are Solana Actions: a shared link to a product becomes one. */
const RULES = [
  { pathPattern: "/acheter/*", apiPath: "/api/actions/buy/*" },
  { pathPattern: "/api/actions/**", apiPath: "/api/actions/**" },
];

/** The `actions.json` of the Solana Action specification. */
export function loader() {
  return Response.json({ rules: RULES });
}
