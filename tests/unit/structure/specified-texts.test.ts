import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../support/sources";

type Texts = { [key: string]: string | Texts };

const read = (locale: string, file: string): Texts =>
  JSON.parse(readFileSync(join(ROOT, "locales", locale, `${file}.json`), "utf8"));

/** As typed in the specification: its apostrophes and spaces are plain. */
const plain = (text: unknown) =>
  String(text)
    .replaceAll("’", "'")
    .replace(/[\u00a0\u202f]/g, " ");

const at = (texts: Texts, path: string) =>
  path.split("/").reduce<unknown>((found, key) => (found as Texts | undefined)?.[key], texts);

// spec: screen.profile-title, control.login.toggle, message.product-missing-creation
// spec: message.wallet-failed
test.each([
  ["http", "refusals/inactive", "Produit non disponible"],
  ["http", "refusals/invalid_price", "Prix produit invalide"],
  ["http", "refusals/form_incomplete", "Complète tous les champs requis."],
  ["http", "refusals/sale_limit_invalid", "Indique un nombre de ventes maximum valide."],
  ["http", "refusals/file_required", "Un fichier produit est requis !"],
  [
    "http",
    "refusals/file_missing",
    "Ce produit n'est pas disponible à l'achat car le fichier est manquant ou corrompu. Merci de contacter le vendeur.",
  ],
  ["http.server", "errors/product_missing_or_disabled", "Produit introuvable ou désactivé"],
  ["http.server", "errors/other_wallet", "Cette transaction n'est pas associée à votre wallet."],
  ["checkout", "buy/notFound", "Produit introuvable."],
  ["checkout", "buy/loadFailed", "Erreur de chargement du produit."],
  ["checkout", "buy/visitor/text", "Connectez-vous pour acheter ce produit."],
  ["checkout", "buy/buy/button", "Acheter maintenant"],
  ["checkout", "buy/pay/with", "Payer avec {{wallet}}"],
  ["checkout", "buy/pay/openIn", "Ouvrir dans {{wallet}}"],
  ["checkout", "buy/pay/qr", "Ou scanne ce QR code :"],
  ["checkout", "buy/pay/absent", "Wallet Solana non détecté"],
  ["checkout", "buy/paid/title", "Paiement confirmé"],
  ["checkout", "buy/paid/owned", "Déjà acheté"],
  ["checkout", "buy/paid/download", "Télécharger le fichier"],
  ["checkout", "buy/paid/preparing", "Lien de téléchargement en préparation…"],
  ["checkout", "buy/paid/refreshed", "Demande de rafraîchissement envoyée !"],
  [
    "checkout",
    "buy/paid/refreshFailed",
    "Impossible de demander le rafraîchissement : {{message}}",
  ],
  ["checkout", "buy/order/other", "Cette transaction n'est pas associée à votre wallet."],
  ["storefront", "sell/missing", "Page ou utilisateur introuvable."],
  ["storefront", "sell/failed", "Erreur de chargement de la page ou des produits."],
  ["library", "library/loadFailed", "Erreur de chargement de vos achats. Merci de réessayer."],
  ["ui", "toasts/purchasesSignedOut", "Vous devez être connecté pour voir vos achats."],
  ["ui", "toasts/productDisabled", "Produit désactivé"],
  ["ui", "toasts/productActivated", "Produit réactivé"],
  ["shop", "shop/error/toast", "Erreur lors du chargement des produits"],
  ["accounts", "account/profile/title", "Mon profil"],
  ["accounts", "account/profile/loadError", "Erreur de chargement du profil utilisateur."],
  ["accounts", "account/createAccount", "Créer le compte"],
  ["accounts", "account/signIn", "Connexion"],
  ["accounts", "account/toSignIn", "Déjà inscrit ? Se connecter"],
  ["accounts", "account/toSignUp", "Pas encore de compte ? S'inscrire"],
  ["wallet", "wallet/absent", "Phantom Wallet non détecté. Installez-le sur {{host}}"],
  ["wallet", "wallet/failed", "Erreur de connexion {{wallet}}."],
  ["wallet", "wallet/rejected", "Connexion {{wallet}} annulée ou échouée."],
])("%s.json: %s has the French words of the specification", (file, path, words) => {
  expect(plain(at(read("fr", file), path))).toBe(words);
});

// spec: screen.footer-links, screen.footer-copyright, screen.purchases-title, state.purchases.empty
// spec: message.purchase-download, message.contact-sent
test.each([
  ["dashboard", "dashboard/title", "My Products"],
  ["dashboard", "dashboard/stats/sales", "Total Sales"],
  ["dashboard", "dashboard/stats/revenue", "Revenue (SOL)"],
  ["dashboard", "dashboard/stats/active", "Active Products"],
  ["dashboard", "dashboard/empty", "No products yet."],
  ["library", "library/title", "My purchases"],
  ["library", "library/empty", "No purchases yet."],
  ["library", "library/unknown", "Unknown product"],
  ["library", "library/download", "Download"],
  ["pages.server", "page-home/hero/title", "Sell your digital files in one link."],
  ["pages.server", "page-home/closing/title", "Ready to try?"],
  ["pages.server", "page-contact/sent", "Message sent! We'll get back to you soon."],
  ["products", "publish/submit", "Register product"],
  ["shop", "shop/categories/none", "No subcategories for this category."],
  ["shop", "shop/empty/title", "No products match your search."],
  ["shop", "shop/empty/hint", "Try another keyword, category, or reset filters."],
  ["shop", "shop/error/title", "Error loading products."],
  ["shop", "shop/favourites/added", 'Added to your favorites: "{{title}}"'],
  ["shop", "shop/favourites/removed", 'Removed from your favorites: "{{title}}"'],
  ["shop", "shop/favourites/cleared", "All favorites have been removed"],
  ["shop", "preview/badge", "PREVIEW"],
  ["shop", "preview/inactive", "Button inactive in preview mode"],
  ["shop", "preview/disabled", "Purchase disabled"],
  ["storefront", "sell/empty", "No products selected."],
  ["ui", "common/footer/onramp", "Crypto → Cash"],
  ["ui", "common/footer/rights", "© {{year}} {{brand}}. All rights reserved."],
  ["wallet", "wallet/block/link", "Link my Phantom Wallet"],
  ["wallet", "wallet/block/change", "Change wallet"],
])("%s.json: %s has the English words of the specification", (file, path, words) => {
  expect(plain(at(read("en", file), path))).toBe(words);
});

// spec: message.wallet-absent-short
test("the absence of a wallet is told in the words of the specification, and then what to do", () => {
  expect(plain(at(read("fr", "refunds"), "review/refund/absent"))).toMatch(
    /^Wallet non détecté\. /,
  );
});

// spec: message.buyer-missing
test("a message about a missing buyer begins with buyerUid, and asks to sign in", () => {
  const words = plain(at(read("fr", "http.server"), "errors/buyer_missing"));
  expect(words).toMatch(/^buyerUid requis.*transaction sécurisée/);
});
