/** Subjects of generated products by category, in French and in English. */
export const SUBJECTS: Record<number, [french: string[], english: string[]]> = {
  1: [
    [
      "Boucles de piano",
      "Nappes de synthé",
      "Batteries sèches",
      "Chants d’oiseaux",
      "Basse fretless",
    ],
    ["Piano loops", "Analog pads", "Dry drums", "Field recordings", "Upright bass"],
  ],
  2: [
    ["Carnet de recettes", "Récits de gare", "Petit traité du thé", "Atlas des nuages"],
    ["Short stories", "A guide to ferns", "Letters from a lighthouse", "The tea notebook"],
  ],
  3: [
    ["Cours d’aquarelle", "Verbes irréguliers", "Algèbre sans larmes", "Lire une partition"],
    ["Watercolour course", "Spoken Japanese", "Statistics by hand", "Reading music"],
  ],
  4: [
    ["Tableur de budget", "Scripts de tri", "Agenda Notion", "Raccourcis de montage"],
    ["Budget spreadsheet", "Sorting scripts", "Notion planner", "Editing shortcuts"],
  ],
  6: [
    ["Textures de béton", "Presets argentiques", "Brumes au lever", "Plans de drone"],
    ["Concrete textures", "Film presets", "Morning fog", "Drone shots"],
  ],
  7: [
    ["Icônes au trait", "Grille éditoriale", "Motifs tissés", "Pinceaux à sec"],
    ["Line icons", "Editorial grid", "Woven patterns", "Dry brushes"],
  ],
  8: [
    ["Audit d’accessibilité", "Relecture", "Mixage d’un titre", "Conseil de portfolio"],
    ["Accessibility audit", "Proofreading", "Track mixdown", "Portfolio review"],
  ],
  9: [
    ["Sprites de donjon", "Carte de vallée", "Bruitages rétro", "Cartes de quête"],
    ["Dungeon sprites", "Valley map", "Retro sound effects", "Quest cards"],
  ],
  11: [
    ["Thème de blog", "Composants de table", "Squelette d’API", "Formulaire accessible"],
    ["Blog theme", "Table components", "API starter", "Accessible form"],
  ],
  12: [
    ["Relevés de pluie", "Adresses de librairies", "Corpus de proverbes", "Cotes de crues"],
    ["Rainfall records", "Bookshop directory", "Proverb corpus", "Tide gauges"],
  ],
  13: [
    ["Modèle de devis", "Plan éditorial", "Présentation sobre", "Contrat simple"],
    ["Quote template", "Content plan", "Pitch deck", "Plain contract"],
  ],
  14: [
    ["Affiche typographique", "Calendrier mural", "Étiquettes d’herbier", "Patron de tablier"],
    ["Type poster", "Wall calendar", "Herbarium labels", "Apron pattern"],
  ],
  15: [
    ["Plans de nichoir", "Herbier de poche", "Jeu de piste", "Fiches d’échauffement"],
    ["Birdhouse plans", "Pocket herbarium", "Treasure hunt", "Warm-up sheets"],
  ],
};

export const QUALIFIERS: [french: string[], english: string[]] = [
  [
    "d’hiver",
    "de nuit",
    "du lac",
    "en deux tons",
    "pour débuter",
    "de voyage",
    "au calme",
    "rares",
  ],
  ["for winter", "by night", "from the lake", "in two tones", "for beginners", "to travel with"],
];

export const SENTENCES: [french: string[], english: string[]] = [
  [
    "Fait avec soin, relu deux fois.",
    "Les fichiers s’ouvrent partout, sans logiciel particulier.",
    "Usage personnel et professionnel.",
    "Une mise à jour par saison, pour qui a déjà acheté.",
    "Écrivez-moi si quelque chose manque.",
  ],
  [
    "Made with care and checked twice.",
    "The files open anywhere, no special software needed.",
    "For personal and commercial work.",
    "One update a season for everybody who bought it.",
    "Write to me if anything is missing.",
  ],
];
