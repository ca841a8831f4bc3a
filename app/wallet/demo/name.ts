import { BRAND } from "../../domain/brand";

export const DEMO_WALLET_NAME = `${BRAND} Demo`;
