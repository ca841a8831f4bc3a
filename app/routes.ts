import { index, type RouteConfig, route } from "@remix-run/route-config";

/** In the order of the specification's route table; resources without a page come last. */
export default [
  index("routes/home.tsx"),
  route("media/*", "routes/media.ts"),
  route("*", "routes/unknown.ts"),
] satisfies RouteConfig;
