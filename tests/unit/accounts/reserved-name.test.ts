import { expect, test } from "vitest";
import { chosenName } from "../../../app/accounts/rules/chosen-name";
import { isReservedName } from "../../../app/accounts/rules/reserved-name";

test.each([
  [
    "the brand",
    ["Comptoir", "COMPTOIR", "comptoir", "Comptoir Support", "Le Comptoir", "Comptoir.fr"],
  ],
  [
    "a role",
    [
      "Support",
      "admin",
      "Administrator",
      "moderator",
      "operator",
      "Staff",
      "The Admin",
      "Support team",
    ],
  ],
  [
    "a French role",
    [
      "Administrateur",
      "Administratrice",
      "Modérateur",
      "Modératrice",
      "Opérateur",
      "Service client",
      "Équipe support",
      "Assistance",
    ],
  ],
  [
    "wide, mathematical and enclosed letters",
    ["Ｃｏｍｐｔｏｉｒ", "Ａｄｍｉｎ", "𝐒𝐮𝐩𝐩𝐨𝐫𝐭", "ⓢⓤⓟⓟⓞⓡⓣ", "🅐🅓🅜🅘🅝", "🅰🅳🅼🅸🅽", "🇦🇩🇲🇮🇳", "ᴀᴅᴍɪɴ"],
  ],
  [
    "letters of other scripts",
    [
      "Сомрtоіr",
      "Соmрtоіr",
      "аdmіn",
      "ΑDΜΙΝ",
      "АDМІN",
      "Ѕuрроrt",
      "Suррοrt",
      "СΟМРТОІR",
      "αdmin",
      "Ꭺdmin",
      "Админ",
      "Модератор",
    ],
  ],
  [
    "what can't be seen",
    ["Comp\u200btoir", "Ad\u00admin", "Sup\u2060port", "\ufeffSupport", "A\u034fdmin"],
  ],
  ["accents", ["Ädmin", "Súpport", "Cömptoïr", "C\u0336o\u0336m\u0336ptoir"]],
  [
    "signs between the letters",
    ["C o m p t o i r", "S.u.p.p.o.r.t", "ad_min", "«Support»", "✅ Support ✅", "Admin ™"],
  ],
  [
    "digits",
    [
      "Admin1",
      "Adm1n",
      "Support24",
      "C0mpt0ir",
      "Supp0rt",
      "4dmin",
      "$upport",
      "Cornptoir",
      "he1pdesk",
    ],
  ],
])("no person is called %s", (_, names) => {
  expect(names.filter((name) => !isReservedName(name))).toEqual([]);
  expect(names.map(chosenName).filter(Boolean)).toEqual([]);
});

test("other names are free, also with a role in them", () => {
  const names = ["Léa Prints", "Atelier du lac", "Admin Martin", "Supporters FC", "Moderato"]
    .concat([
      "Ada L.",
      "Мария",
      "Δημήτρης",
      "山田",
      "محمد",
      "Life Support Records",
      "Modern Art",
      "Somebody",
    ])
    .concat([
      "Seller",
      "Vendeur",
      "42",
      "✨",
      "Root Beer",
      "Team Rocket",
      "The Client",
      "Comptable",
    ]);
  expect(names.filter(isReservedName)).toEqual([]);
  expect(names.map(chosenName)).toEqual(names);
});
