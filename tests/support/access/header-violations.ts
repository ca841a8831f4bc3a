import type { RequestKind, RouteResponse } from "./request-route";

const REQUIRED_HEADERS: Record<string, RegExp> = {
  "X-Content-Type-Options": /^nosniff$/,
  "X-Frame-Options": /^DENY$/,
  "Referrer-Policy": /^(strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  "Permissions-Policy": /camera=\(\)/,
  "Cross-Origin-Opener-Policy": /^same-origin/,
  "Cache-Control": /./,
};

const REQUIRED_POLICY = [
  "default-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  // A page that ships no script allows none.
  /script-src ('nonce-[\w+/=]{22,}' 'strict-dynamic'|'none')(;|$)/,
  /form-action 'self'/,
];

/** Security headers that are missing or weaker than required. */
export function headerViolations({ status, headers }: RouteResponse, form: RequestKind): string[] {
  // A WebSocket answer has none.
  if (status === 101) return [];
  const weak = Object.entries(REQUIRED_HEADERS)
    .filter(([name, value]) => !value.test(headers.get(name) ?? ""))
    .map(([name]) => `lacks ${name}`);
  const isHtml = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (isHtml && form === "data") weak.push("is HTML where data is due");
  return isHtml ? [...weak, ...policyViolations(headers)] : weak;
}

function policyViolations(headers: Headers): string[] {
  const policy = headers.get("Content-Security-Policy") ?? "";
  const missing = REQUIRED_POLICY.filter((part) =>
    typeof part === "string" ? !policy.includes(part) : !part.test(policy),
  );
  const faults = missing.map((part) => `policy lacks ${part}`);
  if (/script-src[^;]*unsafe/.test(policy)) faults.push("policy lets any script run");
  return faults;
}
