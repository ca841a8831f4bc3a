import { matchRoutes } from "@remix-run/react";
import { Problem } from "../lib/problem";
import { ACCESS, type Access, allowed, isForWallets, ruleFor } from "./access";
import { problemResponse } from "./problem-response";

const addresses = Object.keys(ACCESS).map((path) => ({ path, id: path }));

/** 405 with `Allow` for a method that the address does not declare; null for one that it does. */
export async function refuseMethod(request: Request): Promise<Response | null> {
  const access = accessTo(new URL(request.url).pathname);
  if (ruleFor(access, request.method)) return null;
  const headers = { Allow: allowed(access) };
  const topLevelMessage = isForWallets(access);
  return problemResponse(new Problem("method_not_allowed"), request, { headers, topLevelMessage });
}

/** A page's data is the page with `.data` behind it, as the router in the browser asks for it. */
function accessTo(pathname: string): Access {
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  const [match] = matchRoutes(addresses, page)?.slice(-1) ?? [];
  return (match?.route.id && ACCESS[match.route.id]) || {};
}
