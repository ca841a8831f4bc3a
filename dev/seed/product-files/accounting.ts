import { archive } from "../formats/archive";

const GUIDE = `# Kit comptable pour indépendants

Trois tableaux (CSV, lisibles par tous les tableurs) et une habitude : dix minutes le vendredi.

- \`journal.csv\` : une ligne par entrée ou sortie, la pièce en dernière colonne.
- \`plan-comptable.csv\` : les trente comptes dont un indépendant a besoin, pas un de plus.
- \`trimestre.csv\` : ce qu'il faut recopier dans la déclaration.

## La règle des trois enveloppes

De chaque paiement reçu, mettez de côté 20 % pour les impôts et 12 % pour les cotisations.
Ce qui reste est à vous, et seulement cela.

## Ventes en crypto

Notez le montant en SOL, le cours du jour de la vente et sa contre-valeur :
c'est ce cours qui compte, pas celui du jour où vous changez. La signature
de la transaction est votre pièce justificative.
`;

const JOURNAL = [
  [
    "2026-01-05",
    "Vente",
    "Grilles suisses, 1 exemplaire",
    "3000",
    "12.40",
    "0.00",
    "signature 5Kd…",
  ],
  ["2026-01-06", "Achat", "Papier Munken 240 g, 2 rames", "4000", "0.00", "86.20", "facture 1187"],
  ["2026-01-09", "Frais", "Loyer de l'atelier", "6000", "0.00", "420.00", "bail"],
  ["2026-01-12", "Vente", "Relecture, 20 pages", "3200", "310.00", "0.00", "facture 26-003"],
];

const ACCOUNTS = [
  ["1000", "Caisse"],
  ["1020", "Banque"],
  ["1060", "Portefeuille crypto"],
  ["1100", "Créances clients"],
  ["1170", "TVA à récupérer"],
  ["1500", "Matériel"],
  ["2000", "Dettes fournisseurs"],
  ["2200", "TVA due"],
  ["2270", "Cotisations sociales"],
  ["2800", "Capital propre"],
  ["3000", "Ventes de fichiers"],
  ["3200", "Prestations"],
  ["4000", "Achats de matières"],
  ["5700", "Assurances"],
  ["6000", "Loyer"],
  ["6500", "Administration"],
  ["6570", "Logiciels"],
  ["6600", "Publicité"],
  ["6640", "Déplacements"],
  ["6900", "Frais de réseau et de change"],
];

const QUARTER = ["Chiffre d'affaires", "Achats", "Frais", "TVA due", "TVA à récupérer", "Résultat"];

export function accounting(): Uint8Array {
  return archive({
    "MODE-D-EMPLOI.md": GUIDE,
    "journal.csv": csv(["date", "type", "libelle", "compte", "entree", "sortie", "piece"], JOURNAL),
    "plan-comptable.csv": csv(["compte", "nom"], ACCOUNTS),
    "trimestre.csv": csv(
      ["poste", "janvier", "fevrier", "mars", "total"],
      QUARTER.map((name, at) => [name, "", "", "", `=SOMME(B${at + 2}:D${at + 2})`]),
    ),
  });
}

function csv(head: string[], rows: string[][]): string {
  const cell = (value: string) =>
    /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return `${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
