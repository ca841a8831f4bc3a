import { ambience } from "../formats/sound";
import { accounting } from "../product-files/accounting";
import { bread } from "../product-files/bread";
import { editingOrder } from "../product-files/editing-order";
import { grids } from "../product-files/grids";
import { nightLooks } from "../product-files/night-looks";
import { lakePoster } from "../product-files/pictures";
import { podcast } from "../product-files/podcast";
import { tileSheet, tiles } from "../product-files/tiles";
import { trails } from "../product-files/trails";
import type { DemoProduct } from "./product";

const ZIP = "application/zip";

export const FRENCH_PRODUCTS: DemoProduct[] = [
  {
    slug: "relecture",
    title: "Relecture d’un texte, vingt pages",
    description:
      "Un œil neuf sur vingt pages de votre texte : fautes, rythme, répétitions, et une page de remarques honnêtes. Le bon que vous recevez dit où envoyer le manuscrit.\n\nComplet jusqu’au printemps.",
    category: 8,
    subcategory: 802,
    price: "0.5",
    disabled: true,
    age: 24 * 80,
    file: { name: "bon-de-relecture.pdf", type: "application/pdf", make: editingOrder },
  },
  {
    slug: "sentiers",
    title: "Quarante sentiers du Jura, point par point",
    description:
      "Les tracés de quarante promenades sur la crête, un point tous les 250 mètres avec son altitude. CSV propre, séparé par des points-virgules, prêt pour QGIS, un tableur ou votre montre.",
    category: 12,
    subcategory: 1202,
    price: "0.03",
    age: 24 * 62,
    file: { name: "sentiers-du-jura.csv", type: "text/csv", make: trails },
  },
  {
    slug: "comptable",
    title: "Kit comptable pour indépendants",
    description:
      "Trois tableaux et une habitude : dix minutes le vendredi. Journal, plan comptable de poche et feuille trimestrielle, avec un mode d’emploi qui tient sur une page, ventes en crypto comprises.",
    category: 13,
    subcategory: 1301,
    price: "0.2",
    age: 24 * 52,
    sales: 3,
    file: { name: "kit-comptable.zip", type: ZIP, make: accounting },
  },
  {
    slug: "podcasts",
    title: "Modèles Notion pour podcasts",
    description:
      "Le conducteur d’un épisode, la saison d’un coup d’œil, et la liste de ce qu’on oublie toujours avant de couper les micros. S’importe dans Notion en une minute ; fonctionne aussi comme simples fichiers Markdown.",
    category: 4,
    subcategory: 405,
    price: "0.04",
    age: 24 * 40,
    file: { name: "modeles-podcast.zip", type: ZIP, make: podcast },
  },
  {
    slug: "tuiles",
    title: "Tuiles pixel art 16×16",
    description:
      "Huit terrains, huit variantes de chacun : herbe, sable, eau, roche, neige, terre, lave et nuit. Une planche PNG, son index JSON, et le droit de s’en servir dans vos jeux, gratuits ou payants.",
    category: 9,
    subcategory: 903,
    price: "0.06",
    age: 24 * 28,
    file: { name: "tuiles-16x16.zip", type: ZIP, make: tiles },
    image: () => tileSheet(4),
    images: [() => tileSheet(2), () => tileSheet(8)],
  },
  {
    slug: "presets",
    title: "40 presets de nuit",
    description:
      "Huit lieux, cinq humeurs : quarante tables de couleurs (.cube) pour les photos et les films d’après le coucher du soleil. Lightroom, Premiere, DaVinci Resolve, Final Cut.",
    category: 6,
    subcategory: 602,
    price: "0.09",
    age: 24 * 22,
    sales: 1,
    file: { name: "40-presets-de-nuit.zip", type: ZIP, make: nightLooks },
  },
  {
    slug: "levain",
    title: "Apprendre le pain au levain",
    description:
      "Quatre chapitres, une recette, aucun gadget. Faire naître un levain, plier une pâte, la cuire en cocotte, et comprendre ce qui n’a pas marché. Écrit pour qu’on n’en ait plus besoin au dixième pain.",
    category: 2,
    subcategory: 203,
    price: "0.05",
    age: 24 * 12,
    sales: 2,
    file: { name: "apprendre-le-pain-au-levain.pdf", type: "application/pdf", make: bread },
  },
  {
    slug: "leman",
    title: "Affiche « Léman », édition de dix",
    description:
      "Une sérigraphie en trois encres, pour le mur et pour l’écran : le lac, deux crêtes, un soleil. Un PNG à imprimer chez vous. Dix exemplaires, pas un de plus.",
    category: 14,
    subcategory: 1401,
    price: "0.45",
    saleType: "limited",
    saleLimit: 10,
    age: 24 * 8,
    sales: 3,
    file: { name: "affiche-leman.png", type: "image/png", make: lakePoster },
    cover: lakePoster,
    // The sun and the ridges.
    coverFocus: { x: 50, y: 20 },
  },
  {
    slug: "grilles",
    title: "Grilles pour mises en page suisses",
    description:
      "Cinq grilles A4, de l’affiche au journal, en SVG et en CSS. Marges de 15 mm, gouttières de 5, champs calés sur l’interligne : posez le texte en 9/12 et tout s’aligne.",
    category: 7,
    subcategory: 705,
    price: "0.12",
    age: 24 * 4,
    sales: 4,
    file: { name: "grilles-suisses.zip", type: ZIP, make: grids },
  },
  {
    slug: "ambiances",
    title: "Ambiances de montagne, vol. 2",
    description:
      "Douze secondes de vent et de cloches, en boucle pour vos films, vos jeux et vos siestes. WAV mono, sans compression, libre de droits pour tout usage.",
    category: 1,
    subcategory: 104,
    price: "0.08",
    age: 5,
    sales: 1,
    file: {
      name: "ambiances-de-montagne-2.wav",
      type: "audio/wav",
      make: () => ambience(12, "montagne"),
    },
    sample: { name: "extrait.wav", make: () => ambience(2, "montagne") },
  },
];
