import { type BaselineEnv, readMember, readProduct, readShop } from "./pages/worker-env";

/** Answers the rows of a page as JSON: what the reads alone cost. */
export default {
  async fetch(request: Request, env: BaselineEnv): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/shop") {
      return Response.json(await readShop(env, searchParams.get("category") ?? ""));
    }
    if (pathname.startsWith("/acheter/")) return Response.json(await readProduct(env));
    return Response.json(await readMember(env, pathname.slice("/member/".length)));
  },
};
