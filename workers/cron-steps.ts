import { purgeExpired } from "../app/accounts/use-cases/sessions";
import { purgeEvents } from "../app/dashboard/use-cases/events";
import { recordOutages } from "../app/http/node-outages";
import { purgeDownloadTokens } from "../app/library/use-cases/downloads";
import { purgeHandovers } from "../app/library/use-cases/handovers";
import { readBackLicences } from "../app/licences/use-cases/read-back-records";
import { forgetGrantAddresses } from "../app/orders/use-cases/forget-grant-addresses";
import { purgeContactMessages } from "../app/pages/use-cases/purge-contact-messages";
import { purgeDiscardedImages } from "../app/products/use-cases/images";
import { purgeProductViews } from "../app/products/use-cases/purge-product-views";
import { purgeAbandonedUploads, purgeOldDrafts } from "../app/products/use-cases/purge-uploads";
import { purgeReplacedReleases } from "../app/products/use-cases/read-releases";
import { sweepUnnamedMedia } from "../app/products/use-cases/sweep-unnamed-media";
import { refreshRate } from "../app/rates/use-cases/refresh-rate";
import { purgeReports } from "../app/reports/use-cases/reports";
import { purgeInvitations } from "../app/sharing/use-cases/invite-author";
import { purgeWithdrawals } from "../app/withdrawals/use-cases/purge-withdrawals";
import type { Ports } from "./ports";

/** What the cron does each minute. A step that fails stops no other one. */
export function cronSteps(ports: Ports): Record<string, () => Promise<unknown>> {
  return {
    sweepOverdueOrders: () => ports.settlement.sweepOverdueOrders(),
    sweepPlatformAddress: () => ports.settlement.sweepPlatformAddress(),
    sweepStockLines: () => ports.settlement.sweepStockLines(),
    recordOutages: () => recordOutages(ports),
    refreshRate: () => refreshRate(ports),
    readBackLicences: () => readBackLicences(ports),
    purgeDownloadTokens: () => purgeDownloadTokens(ports),
    purgeHandovers: () => purgeHandovers(ports),
    purgeExpired: () => purgeExpired(ports),
    purgeOldDrafts: () => purgeOldDrafts(ports),
    purgeAbandonedUploads: () => purgeAbandonedUploads(ports),
    fillReleases: () => ports.releases.fill(),
    purgeReplacedReleases: () => purgeReplacedReleases(ports),
    purgeDiscardedImages: () => purgeDiscardedImages(ports),
    sweepUnnamedMedia: () => sweepUnnamedMedia(ports),
    purgeContactMessages: () => purgeContactMessages(ports),
    purgeReports: () => purgeReports(ports),
    purgeInvitations: () => purgeInvitations(ports),
    purgeWithdrawals: () => purgeWithdrawals(ports),
    purgeProductViews: () => purgeProductViews(ports),
    purgeEvents: () => purgeEvents(ports),
    forgetGrantAddresses: () => forgetGrantAddresses(ports),
    fillTerms: () => ports.oldTerms.fill(),
    fillRights: () => ports.oldPurchases.fill(ports.clock.now()),
    purgeOrdersWithoutBuyer: () => ports.settlement.purgeOrdersWithoutBuyer(),
    removeExpiredFollows: () => ports.followedOrders.removeExpired(ports.clock.now()),
  };
}
