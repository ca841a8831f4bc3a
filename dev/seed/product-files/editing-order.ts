import { booklet } from "../formats/booklet";

export const editingOrder = () =>
  booklet({
    title: "Bon de relecture",
    author: "Atelier Moret",
    chapters: [
      {
        title: "Comment ça se passe",
        paragraphs: [
          "Envoyez jusqu’à vingt pages (30 000 signes) à l’adresse de l’atelier, avec la signature de votre paiement. Je confirme sous deux jours ouvrés.",
          "Vous recevez en retour deux fichiers : le texte corrigé, changements visibles, et une page de remarques sur le rythme, les répétitions et ce qui manque.",
          "Une question, une seule, est comprise par la suite. Choisissez-la bien.",
        ],
      },
    ],
  });
