import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { fixedT } from "../../http/locale";
import { limitByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireRecentAuthApi, requireViewerJson } from "../../http/viewer";
import { CHALLENGE_PURPOSES, type ChallengePurpose } from "../rules/wallet-challenge";
import { issueWalletChallenge } from "../use-cases/wallet-challenge";

const body = z.object({ purpose: z.enum(CHALLENGE_PURPOSES) });
/** Sized for many visitors behind one network address. */
const CHALLENGE_RATE_LIMIT = { name: "wallet-challenge", limit: 300, windowMs: 60_000 };

/** Issues a message for a wallet to sign. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  await limitByIp(args, CHALLENGE_RATE_LIMIT);
  const { purpose } = await readJson(request, body);
  const uid = await uidFor(purpose, args);
  const t = fixedT(request, "wallet");
  const statement = t(`statement.${purpose}`);
  const message = await issueWalletChallenge({ purpose, uid, statement }, context.ports);
  return Response.json(message, { status: 201 });
}

/** Linking and merging need a recent re-authentication: check it before the wallet has to sign. */
async function uidFor(purpose: ChallengePurpose, args: ActionFunctionArgs) {
  if (purpose === "sign-in") return null;
  const viewer = await (purpose === "proof" ? requireViewerJson(args) : requireRecentAuthApi(args));
  return viewer.uid;
}
