import { type Booklet, booklet } from "../formats/booklet";

const NOTES: Booklet = {
  title: "Field Notes on Letterpress",
  author: "Noah Bishop, Northlight Studio",
  chapters: [
    {
      title: "The press in the shed",
      paragraphs: [
        "I bought the press from a widower who wanted the space for tomatoes. It weighs as much as a small car and has fewer parts than my coffee grinder. Everything I know about patience, I learned from feeding it one sheet at a time.",
        "What follows are the notes I wish had been pinned to its side: no history, no nostalgia, only what went wrong and what fixed it.",
      ],
    },
    {
      title: "Ink, and less of it",
      paragraphs: [
        "A ball the size of a hazelnut prints fifty cards. Beginners use a walnut, then wonder why the counters of their letters fill in. Work it on the plate until it hisses like a light rain; if it sounds like a kiss, take some away.",
        "Black is not one colour. Add a trace of blue for cold paper, a trace of red for cream. Mix by daylight, and write the proportions on the back of a print: you will want that black again.",
      ],
    },
    {
      title: "Packing and bite",
      paragraphs: [
        "The deep bite that everybody photographs used to be a fault. A good impression kisses: you feel it with a fingertip, and the back stays smooth. Start with too little packing and add one sheet of tissue at a time.",
        "If one corner prints pale, it is the packing. If one letter prints pale, it is the letter. If everything prints pale, go and have lunch.",
      ],
    },
    {
      title: "A checklist for the door",
      paragraphs: [
        "Guards down. Rollers at the height of your thinnest card. Gauge pins tight. Sleeves rolled. Radio on. First sheet is always waste: sign it and give it to a child.",
      ],
    },
  ],
};

export const letterpress = () => booklet(NOTES);
