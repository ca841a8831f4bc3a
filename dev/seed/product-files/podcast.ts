import { archive } from "../formats/archive";

const EPISODE = `# Épisode n° …

| | |
| --- | --- |
| Invitée ou invité | |
| Enregistré le | |
| Publié le | |
| Durée | |

## La question à laquelle l'épisode répond
> Une seule phrase. Si elle ne vient pas, l'épisode n'est pas prêt.

## Conducteur
1. 00:00 Accroche (20 secondes, pas de musique)
2. 00:20 Générique
3. 00:35 Qui parle, et pourquoi maintenant
4. 02:00 Premier récit
5. 12:00 Ce qui a mal tourné
6. 20:00 Ce qu'on en garde
7. 24:00 La question de la fin, toujours la même

## Avant de couper les micros
- [ ] Trente secondes de silence de la pièce
- [ ] Orthographe des noms propres
- [ ] Accord écrit pour l'extrait
`;

const SEASON = `# La saison d'un coup d'œil

Importez \`saison.csv\` comme base de données Notion, puis choisissez la vue
« Tableau » groupée par *Étape*. Une carte n'avance que si sa dernière case est cochée.
`;

const BOARD = [
  "Épisode,Invité,Étape,À publier le",
  "1. Le premier micro,,Idée,2026-09-07",
  "2. La voix des autres,,Idée,2026-09-21",
  "3. Le montage ou le sommeil,,Idée,2026-10-05",
  "4. Parler d'argent,,Idée,2026-10-19",
];

export const podcast = () =>
  archive({
    "1-episode.md": EPISODE,
    "2-saison.md": SEASON,
    "saison.csv": `${BOARD.join("\r\n")}\r\n`,
  });
