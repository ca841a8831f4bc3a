/** True where the browser loads a page ahead, before a person opens it. */
export function isPrefetch({ headers }: Pick<Request, "headers">): boolean {
  // `Purpose` is what older browsers send.
  const purpose = `${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""}`;
  return /prefetch|prerender/i.test(purpose);
}
