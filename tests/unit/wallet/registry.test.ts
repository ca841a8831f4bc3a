import type { Wallet, WindowAppReadyEventAPI } from "@wallet-standard/base";
import { registerWallet } from "@wallet-standard/wallet";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onRegistryChange, registeredWallets } from "../../../app/wallet/registry";

const page = new EventTarget();
beforeAll(() => void vi.stubGlobal("window", page));
afterAll(() => void vi.unstubAllGlobals());

const walletOf = (name: string) => ({ name }) as Wallet;
const names = () => registeredWallets().map(({ name }) => name);

test("wallets register that load before the app and after it", () => {
  registerWallet(walletOf("early"));
  expect(names()).toEqual(["early"]);
  registerWallet(walletOf("late"));
  expect(names()).toEqual(["early", "late"]);
});

test("a wallet that registers twice is registered once, and unregisters what it has registered", () => {
  const before = names();
  const onChange = vi.fn();
  const stop = onRegistryChange(onChange);
  const wallet = walletOf("twice");
  const [unregister, unregisterNothing] = [register(wallet), register(wallet)];
  expect([names(), onChange.mock.calls.length]).toEqual([[...before, "twice"], 1]);
  unregisterNothing();
  expect([names(), onChange.mock.calls.length]).toEqual([[...before, "twice"], 1]);
  unregister();
  expect([names(), onChange.mock.calls.length]).toEqual([before, 2]);
  stop();
  register(walletOf("unheard"));
  expect(onChange).toHaveBeenCalledTimes(2);
});

test("a listener that throws stops neither the wallet nor the other listeners", () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const onChange = vi.fn();
  const stops = [
    onRegistryChange(() => {
      throw new Error("a broken listener");
    }),
    onRegistryChange(onChange),
  ];
  register(walletOf("careless"));
  for (const stop of stops) stop();
  expect([names().at(-1), onChange.mock.calls.length]).toEqual(["careless", 1]);
  expect(errors).toHaveBeenCalledTimes(1);
  errors.mockRestore();
});

/** Registers as a wallet does, and returns how it unregisters. */
function register(wallet: Wallet): () => void {
  let unregister = () => {};
  const detail = (api: WindowAppReadyEventAPI) => {
    unregister = api.register(wallet);
  };
  page.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail }));
  return unregister;
}
