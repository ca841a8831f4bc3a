import { problemMessage } from "../../http/problem-response";
import { Problem } from "../../lib/problem";

/** 426 for a request that is no WebSocket upgrade; null for one that is. */
export async function upgradeNeeded(request: Request): Promise<Response | null> {
  if (request.headers.get("Upgrade")?.toLowerCase() === "websocket") return null;
  const problem = new Problem("invalid_input", { words: "upgrade_needed" });
  const error = { code: problem.code, message: await problemMessage(problem, request) };
  const headers = { Upgrade: "websocket", Connection: "Upgrade" };
  return Response.json({ error }, { status: 426, headers });
}
