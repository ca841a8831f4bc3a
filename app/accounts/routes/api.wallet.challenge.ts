import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { fixedT } from "../../http/locale";
import { limitByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireRecentAuthApi, requireViewerJson } from "../../http/viewer";
import { issueWalletChallenge } from "../use-cases/issue-wallet-challenge";

const body = z.object({ purpose: z.enum(["sign-in", "link", "merge", "proof"]) });
/** A whole event can share one address. */
const LIMIT = { name: "wallet-challenge", limit: 300, windowMs: 60_000 };

/** A message for a wallet to sign: to sign in, to be linked, or to prove who is there. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  await limitByIp(args, LIMIT);
  const { purpose } = await readJson(request, body);
  const uid = await personFor(purpose, args);
  const t = await fixedT(request, "wallet");
  const statement = t(`statement.${purpose}`);
  const message = await issueWalletChallenge({ purpose, uid, statement }, context.ports);
  return Response.json(message, { status: 201 });
}

/** Linking and merging change ways in: better to ask for the proof before the wallet is asked to sign. */
async function personFor(purpose: z.output<typeof body>["purpose"], args: ActionFunctionArgs) {
  if (purpose === "sign-in") return null;
  const viewer = await (purpose === "proof" ? requireViewerJson(args) : requireRecentAuthApi(args));
  return viewer.uid;
}
