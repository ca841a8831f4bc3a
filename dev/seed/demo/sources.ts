import { DIRECT, OWN_PAGE } from "../../../app/lib/page-source";
import type { SeedPorts } from "../context";
import { SELLERS } from "./people";

/** A name that the demo's sellers give a link. */
const NAME = "newsletter";

/** Where views and sales of the demo come from, the most frequent first. */
export const SOURCES = [
  { name: null, from: OWN_PAGE },
  { name: null, from: "instagram.com" },
  { name: NAME, from: DIRECT },
  { name: null, from: "mastodon.social" },
  { name: null, from: DIRECT },
] as const;

/** What an order says of the page on which it was opened. */
export function sourceOfSale(at: number) {
  const { name, from } = SOURCES[at % SOURCES.length] ?? SOURCES[0];
  return { src: name, referrer: from };
}

/** Gives the names of the demo's links to its sellers. */
export async function addSourceNames(ports: SeedPorts, at: number): Promise<void> {
  for (const { uid } of SELLERS) await ports.sourceNames.add(uid, NAME, at);
}
