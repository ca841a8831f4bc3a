import { z } from "zod";
import { WAIVER_VERSION } from "./waiver";

/** The version of a waiver that a request names: of a page that may be older than this code. */
export const waiverVersion = z.int().min(1).max(WAIVER_VERSION);
