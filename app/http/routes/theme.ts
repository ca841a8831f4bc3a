import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { paths } from "../../lib/paths";
import { localPath } from "../../lib/return-path";
import { readForm } from "../read-form";
import { parseTheme, themeCookie } from "../theme";

export function loader() {
  return redirect(paths.home);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const theme = parseTheme(form.get("theme")) ?? "system";
  const headers = { "Set-Cookie": themeCookie(theme, context) };
  return redirect(localPath(String(form.get("to") ?? "")) ?? paths.home, { headers });
}
