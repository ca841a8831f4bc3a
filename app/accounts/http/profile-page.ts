import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listSessions } from "../use-cases/list-sessions";
import { readProfile } from "../use-cases/read-profile";

/** What `/profil` shows of a person. Throws what `readProfile` throws. */
export async function profilePage(uid: string, { context }: LoaderFunctionArgs) {
  const { ports } = context;
  const token = context.visitor.sessionToken ?? "";
  const [profile, sessions] = await Promise.all([
    readProfile({ uid }, ports),
    listSessions({ uid, token }, ports),
  ]);
  const { displayName, email, role, createdAt, wallet, walletLinkedAt } = profile.user;
  return {
    person: { uid, displayName, email, role, createdAt },
    wallet: { address: wallet, linkedAt: walletLinkedAt, cluster: ports.settings.cluster },
    counts: profile.counts,
    methods: profile.methods,
    codesLeft: profile.codesLeft,
    google: {
      offered: ports.settings.google !== null,
      addresses: profile.googleEmails,
    },
    sessions,
    now: ports.clock.now(),
  };
}
