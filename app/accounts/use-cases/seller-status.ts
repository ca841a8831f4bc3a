import { z } from "zod";
import type { Users } from "../../../db/accounts/users";
import { cleanLine, cleanText } from "../../lib/clean-text";
import { Problem } from "../../lib/problem";
import { MAX_EMAIL_CHARS } from "../rules/email";
import {
  MAX_BUSINESS_ADDRESS_CHARS,
  MAX_BUSINESS_LINE_CHARS,
  SELLER_KINDS,
  type SellerStatus,
} from "../rules/seller-status";

/** Throws `signed_out` where the account is deleted meanwhile. */
export async function readSellerStatus(
  { uid }: { uid: string },
  { users }: { users: Pick<Users, "sellerByUid"> },
): Promise<SellerStatus> {
  const seller = await users.sellerByUid(uid);
  if (!seller) throw new Problem("signed_out");
  return seller.status;
}

/** The fields of the form, as typed. An unknown kind is none. */
export interface TypedSellerStatus {
  sellerKind: string;
  businessName: string;
  businessAddress: string;
  businessRegistration: string;
  businessEmail: string;
}

/**
 * Saves what a person says they are. Their business is kept and shown to nobody while they are no
 * trader. Throws `invalid_input` with the first invalid field.
 */
export async function saveSellerStatus(
  { uid, typed }: { uid: string; typed: TypedSellerStatus },
  { users }: { users: Pick<Users, "setSellerStatus"> },
): Promise<void> {
  const email = typed.businessEmail.trim();
  const isAddress = email.length <= MAX_EMAIL_CHARS && z.email().safeParse(email).success;
  const business = {
    name: bounded(cleanLine(typed.businessName), MAX_BUSINESS_LINE_CHARS, "businessName"),
    address: bounded(
      cleanText(typed.businessAddress),
      MAX_BUSINESS_ADDRESS_CHARS,
      "businessAddress",
    ),
    registration: bounded(
      cleanLine(typed.businessRegistration),
      MAX_BUSINESS_LINE_CHARS,
      "businessRegistration",
    ),
    email,
  };
  if (email && !isAddress)
    throw new Problem("invalid_input", {
      messageKey: "account:emailInvalid",
      field: "businessEmail",
    });
  const kind = SELLER_KINDS.find((known) => known === typed.sellerKind) ?? null;
  await users.setSellerStatus(uid, { kind, business });
}

function bounded(text: string, max: number, field: string): string {
  if (text.length <= max) return text;
  throw new Problem("invalid_input", { messageKey: "business_too_long", params: { max }, field });
}
