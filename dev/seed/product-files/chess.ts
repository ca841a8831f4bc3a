const OPENINGS: [name: string, moves: string, idea: string][] = [
  ["Italian Game", "1.e4 e5 2.Nf3 Nc6 3.Bc4", "Aim at f7 and castle early."],
  ["Ruy Lopez", "1.e4 e5 2.Nf3 Nc6 3.Bb5", "Question the knight that holds e5."],
  ["Scotch Game", "1.e4 e5 2.Nf3 Nc6 3.d4", "Open the centre at once."],
  ["Petrov", "1.e4 e5 2.Nf3 Nf6", "Answer a threat with a threat."],
  [
    "Sicilian Najdorf",
    "1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6",
    "Give nothing away on b5.",
  ],
  ["French Defence", "1.e4 e6 2.d4 d5", "Build a wall, then break it with c5."],
  ["Caro-Kann", "1.e4 c6 2.d4 d5", "The French with the bishop outside."],
  ["Scandinavian", "1.e4 d5", "Ask the question on move one."],
  ["Queen's Gambit", "1.d4 d5 2.c4", "A wing pawn for the centre."],
  ["Slav", "1.d4 d5 2.c4 c6", "Hold d5 without locking the bishop in."],
  ["King's Indian", "1.d4 Nf6 2.c4 g6 3.Nc3 Bg7", "Let White have the centre, then undermine it."],
  ["Nimzo-Indian", "1.d4 Nf6 2.c4 e6 3.Nc3 Bb4", "Trade a bishop for structure."],
  ["English", "1.c4", "The Sicilian with a move in hand."],
  ["London System", "1.d4 d5 2.Bf4", "The same house against every storm."],
  ["Réti", "1.Nf3 d5 2.c4", "Attack the centre from afar."],
];

const STYLE = `body{font:18px/1.5 Georgia,serif;background:#f7f4ee;color:#17140f;margin:2rem auto;max-width:60rem;padding:0 1rem}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem;list-style:none;padding:0}
details{border:1px solid #c9c0ae;border-radius:12px;background:#fffdf9;padding:1rem}
summary{font-weight:bold;cursor:pointer}code{display:block;margin:.5rem 0;color:#cf3119}`;

/** Flashcards in one HTML page without dependencies. */
export function chess(): Uint8Array {
  const cards = OPENINGS.map(
    ([name, moves, idea]) =>
      `<li><details><summary>${name}</summary><code>${moves}</code>${idea}</details></li>`,
  );
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Chess openings on fifteen cards</title><style>${STYLE}</style></head>
<body><h1>Chess openings on fifteen cards</h1><p>Say the moves aloud, then turn the card.</p>
<ul>
${cards.join("\n")}
</ul></body></html>
`;
  return Buffer.from(page, "utf8");
}
