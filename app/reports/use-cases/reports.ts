import { z } from "zod";
import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import type { Reports } from "../../../db/reports/reports";
import type { Reviews } from "../../../db/reviews/reviews";
import { MAX_EMAIL_CHARS } from "../../accounts/rules/email";
import type { User } from "../../accounts/rules/user";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { cleanText } from "../../lib/clean-text";
import type { Locale } from "../../lib/locale";
import type { Clock, Ids } from "../../lib/ports";
import { type MessageKey, Problem } from "../../lib/problem";
import { DAY_MS } from "../../lib/time-zone";
import type { Buyers } from "../../products/ports";
import type { PublicReview } from "../../reviews/rules/review";
import { previewProduct } from "../../shop/use-cases/preview-product";
import { MAX_REPORT_CHARS, REPORT_REASONS, type Report, type ReportReason } from "../rules/report";

/** 12 months: the operator has decided by then, and words and addresses are not kept for longer. */
export const REPORT_RETENTION_MS = 365 * DAY_MS;
/** A product with so many reports in a day is before the operator already. */
const MAX_OF_PRODUCT = 20;
/** More than a person can read in a day. */
const MAX_IN_A_DAY = 500;
/** About 40 MB of rows. */
const MAX_STORED = 10_000;

interface ReportedDeps {
  reviews: Pick<Reviews, "shown">;
  products: Pick<Products, "byId">;
  users: Pick<Users, "sellerByUid">;
  buyers: Pick<Buyers, "own">;
}

interface Reporter {
  productId: string;
  /** Of a review of the product; null to report the product. */
  reviewId: string | null;
  viewer: Pick<User, "uid"> | null;
}

/**
 * The product that is to be reported, on sale or disabled, or a review of it. Throws `not_found` where the reporter
 * can't see it.
 */
export async function readReported(
  { productId, reviewId, viewer }: Reporter,
  deps: ReportedDeps,
): Promise<{ title: string; review: PublicReview | null }> {
  const { title } = await previewProduct({ id: productId, viewer }, deps);
  if (reviewId === null) return { title, review: null };
  const review = await deps.reviews.shown(reviewId, productId);
  if (!review) throw new Problem("not_found");
  return { title, review };
}

interface Typed {
  reason: string;
  text: string;
  email: string;
}

interface CheckedReport {
  reason: ReportReason;
  text: string;
  email: string;
}

/** Throws `invalid_input` with the first invalid field. */
export function checkReport(typed: Typed): CheckedReport {
  const reason = REPORT_REASONS.find((known) => known === typed.reason);
  if (!reason) throw invalid("reason", "report_reason");
  const text = cleanText(typed.text);
  if (!text) throw invalid("text", "report_text");
  if (text.length > MAX_REPORT_CHARS) throw invalid("text", "report_too_long");
  const email = typed.email.trim();
  const isAddress = email.length <= MAX_EMAIL_CHARS && z.email().safeParse(email).success;
  if (email && !isAddress) throw invalid("email", "contact_email");
  return { reason, text, email };
}

/**
 * Stores a report and returns the token of the reporter's page. Throws `slow_down` where the reports of
 * a day, of the product or of all, or all that are kept have reached their bound.
 */
export async function sendReport(
  input: CheckedReport & Pick<Report, "productId" | "title" | "reviewId"> & { locale: Locale },
  deps: { clock: Clock; ids: Pick<Ids, "uuid" | "token">; reports: Pick<Reports, "insert"> },
): Promise<string> {
  const createdAt = deps.clock.now();
  const token = deps.ids.token();
  const tokenHash = await hashToken(token);
  const report = { ...input, id: deps.ids.uuid(), tokenHash, createdAt };
  const isStored = await deps.reports.insert(report, {
    ofProduct: MAX_OF_PRODUCT,
    inAll: MAX_IN_A_DAY,
    since: createdAt - DAY_MS,
    stored: MAX_STORED,
  });
  if (!isStored) throw new Problem("slow_down", { retryAfterSeconds: DAY_MS / 1_000 });
  return token;
}

/** 43 characters of base64url. */
const TOKEN = /^[\w-]{43}$/;

/** A report by the token of the reporter's page. Throws `not_found`. */
export async function readReport(
  { token }: { token: string },
  { reports }: { reports: Pick<Reports, "byTokenHash"> },
): Promise<Report> {
  const report = TOKEN.test(token) ? await reports.byTokenHash(await hashToken(token)) : null;
  if (!report) throw new Problem("not_found");
  return report;
}

/** Removes reports after `REPORT_RETENTION_MS`, answered or not. */
export async function purgeReports(deps: {
  clock: Clock;
  reports: Pick<Reports, "removeBefore">;
}): Promise<void> {
  await deps.reports.removeBefore(deps.clock.now() - REPORT_RETENTION_MS);
}

function invalid(field: string, messageKey: MessageKey): Problem {
  return new Problem("invalid_input", { field, messageKey });
}
