import { toast } from "../../ui/toast";

const DURATION_MS = 3_200;

/** Shows a message of the shop, which closes by itself. */
export function shopToast(message: string): void {
  toast(message, { durationMs: DURATION_MS });
}
