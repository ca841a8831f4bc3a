import { type Booklet, booklet } from "../formats/booklet";

const BREAD: Booklet = {
  title: "Apprendre le pain au levain",
  author: "Léa Moret",
  chapters: [
    {
      title: "1. Faire naître un levain",
      paragraphs: [
        "Mélangez 50 g de farine complète et 50 g d’eau à 28 °C dans un bocal propre. Couvrez sans fermer. Attendez un jour, sans rien faire : c’est la partie la plus difficile du livre.",
        "Du deuxième au septième jour, jetez-en la moitié et nourrissez le reste de 50 g de farine et 50 g d’eau, toujours à la même heure. Vers le quatrième jour il sent le yaourt, vers le sixième la pomme. Quand il double en quatre heures, il est prêt.",
        "S’il se couvre d’un liquide gris, il a faim : versez-le et nourrissez. S’il vire au rose ou à l’orange, recommencez dans un bocal neuf.",
      ],
    },
    {
      title: "2. La pâte, en cinq gestes",
      paragraphs: [
        "Pour une miche : 450 g de farine bise, 315 g d’eau, 90 g de levain mûr, 9 g de sel. Mélangez la farine et l’eau, attendez trente minutes. Ajoutez le levain, puis le sel avec une goutte d’eau.",
        "Pendant trois heures, pliez la pâte toutes les trente minutes : prenez un bord, étirez, rabattez, tournez d’un quart. Quatre fois suffisent. La pâte passe de la boue à la soie ; c’est normal d’en douter jusqu’au troisième tour.",
        "Façonnez en boule serrée, couchez-la à l’envers dans un linge fariné, et mettez-la au frais pour la nuit.",
      ],
    },
    {
      title: "3. La cuisson",
      paragraphs: [
        "Chauffez une cocotte en fonte à 250 °C pendant quarante minutes. Retournez la boule, entaillez-la d’un seul trait, enfournez à couvert vingt-cinq minutes, puis à découvert vingt minutes à 230 °C.",
        "Le pain est cuit quand il sonne creux. Il chante en refroidissant : laissez-lui deux heures avant de le couper, même si personne dans la maison n’est de cet avis.",
      ],
    },
    {
      title: "4. Quand ça ne marche pas",
      paragraphs: [
        "Mie serrée et collante : pousse trop courte ou four trop froid. Pain plat qui s’étale : pousse trop longue, ou façonnage trop mou. Croûte pâle : une cocotte mal chauffée. Goût trop acide : un levain affamé ; nourrissez-le deux fois la veille.",
        "Notez l’heure, la température de la cuisine et le résultat. Au dixième pain, vous n’aurez plus besoin de ce livre. C’est son but.",
      ],
    },
  ],
};

export const bread = () => booklet(BREAD);
