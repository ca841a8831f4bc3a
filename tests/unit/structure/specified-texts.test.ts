import { expect, test } from "vitest";
import { textsByKey } from "../../support/locale-texts";

const TEXTS = { fr: textsByKey("fr"), en: textsByKey("en") };

/** As typed in the specification: its apostrophes and spaces are plain. */
const plain = (text: unknown) =>
  String(text)
    .replaceAll("’", "'")
    .replace(/[\u00a0\u202f]/g, " ");

// Errors: the catalogue of `docs/errors.md`.
// spec: screen.profile-title, control.login.toggle
test.each([
  ["buy:visitor.text", "Connectez-vous pour acheter ce produit."],
  ["product:buy", "Acheter maintenant"],
  ["buy:pay.with", "Payer avec {{wallet}}"],
  ["buy:pay.openIn", "Ouvrir dans {{wallet}}"],
  ["buy:pay.qr", "Ou scanne ce QR code :"],
  ["buy:paid.title", "Paiement confirmé"],
  ["buy:paid.owned", "Déjà acheté"],
  ["buy:paid.download", "Télécharger le fichier"],
  ["buy:paid.preparing", "Lien de téléchargement en préparation…"],
  ["toasts:productDisabled", "Produit désactivé"],
  ["toasts:productActivated", "Produit réactivé"],
  ["account:profile.title", "Mon profil"],
  ["account:createAccount", "Créer le compte"],
  ["account:signIn", "Connexion"],
  ["account:toSignIn", "Déjà inscrit ? Se connecter"],
  ["account:toSignUp", "Pas encore de compte ? S'inscrire"],
])("%s has the French words of the specification", (key, words) => {
  expect(plain(TEXTS.fr.get(key))).toBe(words);
});

// spec: screen.footer-links, screen.footer-copyright, screen.purchases-title, state.purchases.empty
// spec: message.purchase-download, message.contact-sent
test.each([
  ["dashboard:title", "My Products"],
  ["dashboard:stats.sales", "Total Sales"],
  ["dashboard:stats.revenue", "Revenue (SOL)"],
  ["dashboard:stats.active", "Active Products"],
  ["dashboard:empty", "No products yet."],
  ["library:title", "My purchases"],
  ["library:empty", "No purchases yet."],
  ["library:unknown", "Unknown product"],
  ["library:download", "Download"],
  ["page-home:hero.title", "Sell your digital files in one link."],
  ["page-home:closing.title", "Ready to try?"],
  ["page-contact:sent", "Message sent! We'll get back to you soon."],
  ["publish:submit", "Register product"],
  ["shop:categories.none", "No subcategories for this category."],
  ["shop:empty.title", "No products match your search."],
  ["shop:empty.hint", "Try another keyword, category, or reset filters."],
  ["shop:error.title", "Error loading products."],
  ["shop:favourites.added", 'Added to your favorites: "{{title}}"'],
  ["shop:favourites.removed", 'Removed from your favorites: "{{title}}"'],
  ["shop:favourites.cleared", "All favorites have been removed"],
  ["preview:badge", "PREVIEW"],
  ["preview:inactive", "Button inactive in preview mode"],
  ["preview:disabled", "Purchase disabled"],
  ["sell:empty", "No products selected."],
  ["common:footer.onramp", "Crypto → Cash"],
  ["common:footer.rights", "© {{year}} {{brand}}. All rights reserved."],
  ["wallet:block.link", "Link my Phantom Wallet"],
  ["wallet:block.change", "Change wallet"],
])("%s has the English words of the specification", (key, words) => {
  expect(plain(TEXTS.en.get(key))).toBe(words);
});
