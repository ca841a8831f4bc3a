import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readJson } from "../../http/read-json";
import { demoAddress, limitDemo } from "../http/demo-wallet";
import { airdropToDemo } from "../use-cases/demo-wallet";

/** Requests test SOL from the faucet of the local chain; 404 on other clusters. */
export async function action(args: ActionFunctionArgs) {
  await limitDemo(args);
  await airdropToDemo(await readJson(args.request, demoAddress), args.context.ports);
  return new Response(null, { status: 204 });
}
