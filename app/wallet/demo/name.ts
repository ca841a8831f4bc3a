// @chunk wallets
import { BRAND } from "../../lib/brand";

export const DEMO_WALLET_NAME = `${BRAND} Demo`;
