import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { localPath } from "../domain/return-path";
import { closeLanguageHint } from "../http/language-hint";

export function loader() {
  return redirect("/");
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const headers = { "Set-Cookie": closeLanguageHint() };
  return redirect(localPath(String(form.get("to") ?? "")) ?? "/", { headers });
}
