import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { setCookie } from "../cookies";
import { parseCurrency } from "../currency";
import { readForm } from "../read-form";

export function loader() {
  return redirect(paths.home);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const currency = parseCurrency(form.get("currency")) ?? "EUR";
  const { appOrigin } = context.ports.settings;
  const headers = { "Set-Cookie": setCookie("currency", currency, appOrigin) };
  return redirect(localPath(String(form.get("to") ?? "")) ?? paths.home, { headers });
}
