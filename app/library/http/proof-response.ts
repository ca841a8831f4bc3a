import { TOKEN_HEADERS } from "../../http/token-headers";
import { proofFileName } from "../rules/purchase-proof";

/** A proof of purchase as a file to keep. */
export function proofResponse(text: string, orderId: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${proofFileName(orderId)}"`,
      ...TOKEN_HEADERS,
    },
  });
}
