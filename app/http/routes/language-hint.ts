import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { closeLanguageHint } from "../language-hint";
import { readForm } from "../read-form";

export function loader() {
  return redirect(paths.home);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const headers = { "Set-Cookie": closeLanguageHint(context) };
  return redirect(localPath(String(form.get("to") ?? "")) ?? paths.home, { headers });
}
