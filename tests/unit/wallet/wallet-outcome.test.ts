import { expect, test } from "vitest";
import { callWallet } from "../../../app/wallet/outcome";

// spec: message.wallet-failed
test.each([
  [{ code: 4001, message: "User rejected the request." }, "rejected"],
  [new Error("Transaction cancelled"), "rejected"],
  [new Error("Ledger device: Condition of use not satisfied (denied by the user?)"), "rejected"],
  [{ code: 4200, message: "The requested method is not supported" }, "unsupported"],
  [{ code: -32601, message: "Method not found" }, "unsupported"],
  [new Error("Ledger does not support signing messages"), "unsupported"],
  [new Error("Something went wrong"), "failed"],
  [undefined, "failed"],
])("%o is classified as %s", async (thrown, reason) => {
  expect(await callWallet(() => Promise.reject(thrown))).toEqual({ ok: false, reason });
});
