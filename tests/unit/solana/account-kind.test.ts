import { expect, test } from "vitest";
import { accountKind } from "../../../app/solana/account-kind";

const SYSTEM = "11111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const STAKE = "Stake11111111111111111111111111111111111111";

/** The first 166 bytes of a Token-2022 account with extensions, of this type. */
function extended(type: number): Uint8Array {
  const data = new Uint8Array(166);
  data[165] = type;
  return data;
}

test.each([
  ["a wallet", SYSTEM, new Uint8Array(), "wallet"],
  ["a nonce account", SYSTEM, new Uint8Array(80), "program_account"],
  ["a stake account", STAKE, new Uint8Array(166), "program_account"],
  ["a mint", TOKEN, new Uint8Array(82), "mint"],
  ["a Token-2022 mint with extensions", TOKEN_2022, extended(1), "mint"],
  ["a token account", TOKEN, new Uint8Array(165), "token_account"],
  ["a Token-2022 account with extensions", TOKEN_2022, extended(2), "token_account"],
  ["an empty account of the token program", TOKEN, new Uint8Array(), "program_account"],
])("%s", (_, owner, data, kind) => {
  const account = { lamports: 1n, owner, data, isExecutable: false };
  expect(accountKind(account)).toBe(kind);
  expect(accountKind({ ...account, isExecutable: true })).toBe("program");
});
