import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import type { DemoProduct } from "./product";
import { ENGLISH_PRODUCTS } from "./products-en";
import { FRENCH_PRODUCTS } from "./products-fr";

/** Password of all demo accounts, which exist on a local database only. */
export const DEMO_PASSWORD = "papier-encre-vermillon";

export interface DemoPerson {
  uid: string;
  name: string;
  email: string;
  /** Derived from a public seed: for the local chain only. */
  wallet: Keypair;
}

export interface DemoSeller extends DemoPerson {
  page: { description: string; website: string; twitter: string; instagram: string };
  products: DemoProduct[];
}

export const SELLERS: DemoSeller[] = [
  {
    ...person("lea", "Léa Moret", "lea@comptoir.example"),
    products: FRENCH_PRODUCTS,
    page: {
      description:
        "Atelier de mise en page et d’autres patiences, à Lausanne. Des grilles, des affiches, du pain.",
      website: "https://atelier-moret.example",
      twitter: "",
      instagram: "@atelier.moret",
    },
  },
  {
    ...person("noah", "Noah Bishop", "noah@comptoir.example"),
    products: ENGLISH_PRODUCTS,
    page: {
      description: "Northlight Studio: prints, small tools and notes from a shed by the sea.",
      website: "https://northlight.example",
      twitter: "@northlight",
      instagram: "",
    },
  },
];

/** Has an account with a password and has bought one product. */
export const BUYER: DemoPerson = person("sam", "Sam Keller", "sam@comptoir.example");

/** Buyers without a password, known by their wallets. */
export const COLLECTORS: Keypair[] = ["ada", "bo", "cleo", "dag"].map(walletOf);

/** The same 22 characters of base64url at every run, in the form of all other ids. */
export function demoId(name: string): string {
  return createHash("sha256").update(`comptoir demo/${name}`).digest("base64url").slice(0, 22);
}

function person(name: string, displayName: string, email: string): DemoPerson {
  return { uid: demoId(name), name: displayName, email, wallet: walletOf(name) };
}

function walletOf(name: string): Keypair {
  const seed = createHash("sha256").update(`comptoir demo wallet/${name}`).digest();
  return Keypair.fromSeed(seed);
}
