import { archive } from "../formats/archive";

interface Grid {
  name: string;
  columns: number;
  rows: number;
}

/** Millimetres. */
const [WIDTH, HEIGHT, MARGIN, GUTTER] = [210, 297, 15, 5];

const GRIDS: Grid[] = [
  { name: "affiche-2x3", columns: 2, rows: 3 },
  { name: "revue-3x8", columns: 3, rows: 8 },
  { name: "catalogue-4x8", columns: 4, rows: 8 },
  { name: "journal-6x12", columns: 6, rows: 12 },
  { name: "portfolio-8x10", columns: 8, rows: 10 },
];

const READ_ME = `# Grilles pour mises en page suisses

Cinq grilles A4, en SVG (à importer partout) et en CSS (\`grilles.css\`).
Marges de 15 mm, gouttières de 5 mm. La hauteur des champs est un multiple
de l'interligne : posez le texte en 9/12 pt et tout s'aligne.

1. Choisissez la grille d'après la plus petite image, jamais d'après le texte.
2. Laissez vide le tiers que vous avez le plus envie de remplir.
3. Une taille de titre, une de texte, une de légende. Pas quatre.

Licence : usage personnel et professionnel, sans revente des fichiers.
`;

export function grids(): Uint8Array {
  const drawings = GRIDS.map((grid): [string, string] => [`svg/${grid.name}.svg`, drawn(grid)]);
  return archive({
    "LISEZ-MOI.md": READ_ME,
    "grilles.css": GRIDS.map(styled).join("\n"),
    ...Object.fromEntries(drawings),
  });
}

function drawn({ name, columns, rows }: Grid): string {
  const width = (WIDTH - 2 * MARGIN - (columns - 1) * GUTTER) / columns;
  const height = (HEIGHT - 2 * MARGIN - (rows - 1) * GUTTER) / rows;
  let fields = "";
  for (let field = 0; field < columns * rows; field += 1) {
    const x = MARGIN + (field % columns) * (width + GUTTER);
    const y = MARGIN + Math.floor(field / columns) * (height + GUTTER);
    fields += `  <rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}"/>\n`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<title>${name}</title>
<g fill="none" stroke="#cf3119" stroke-width=".2">
${fields}</g>
</svg>
`;
}

function styled({ name, columns, rows }: Grid): string {
  return `.${name} {
  display: grid;
  width: ${WIDTH}mm;
  height: ${HEIGHT}mm;
  padding: ${MARGIN}mm;
  gap: ${GUTTER}mm;
  grid-template: repeat(${rows}, 1fr) / repeat(${columns}, 1fr);
}
`;
}
