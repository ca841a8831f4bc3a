import { answerJson } from "../../http/problem-response";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Content-Type, Content-Encoding, Accept-Encoding, Authorization, X-Accept-Action-Version, X-Accept-Blockchain-Ids",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "no-store",
};

/**
 * Answers a wallet: any origin may ask, no cookie is read, and a refusal carries its text where
 * wallets look for it. `more` are headers of the protocol that this wallet speaks.
 */
export async function answerWallet(
  request: Request,
  work: () => Promise<object>,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = { ...CORS, ...more };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  const anonymous = new Request(request.url);
  const answer = async () => Response.json(await work(), { headers });
  return answerJson(anonymous, answer, { topLevelMessage: true, headers });
}
