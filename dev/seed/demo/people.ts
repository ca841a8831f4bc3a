import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import type { DemoProduct } from "./product";
import { ENGLISH_PRODUCTS } from "./products-en";
import { FRENCH_PRODUCTS } from "./products-fr";

/** Everybody's password in the demo, which runs on one machine and holds toy money. */
export const DEMO_PASSWORD = "papier-encre-vermillon";

export interface DemoPerson {
  uid: string;
  name: string;
  email: string;
  /** Known to everybody: worth something on the local chain alone. */
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

/** Signs in with an address and a password; owns a product already. */
export const BUYER: DemoPerson = person("sam", "Sam Keller", "sam@comptoir.example");

/** Buyers who only have a wallet. */
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
