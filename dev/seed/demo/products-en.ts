import { melody } from "../formats/melody";
import { planner } from "../formats/planner";
import { chess } from "../product-files/chess";
import { letterpress } from "../product-files/letterpress";
import { harbourCover, harbourPhoto, wavesPrint } from "../product-files/pictures";
import { tideChart } from "../product-files/tide-chart";
import type { DemoProduct } from "./product";

/** MIDI note numbers; null is a rest. */
const ETUDE = [
  ...[76, 72, 69, 72, 76, 81, 76, 72, 74, 71, 67, 71, 74, 79, 74, 71],
  ...[null, 72, 69, 65, 69, 72, 77, 72, 71, 68, 64, 68, 71, 76, 80, 81],
];

export const ENGLISH_PRODUCTS: DemoProduct[] = [
  {
    slug: "etude",
    title: "A small etude in A minor",
    description:
      "Two lines to practise before breakfast, as a MIDI file: slow it down, transpose it, print it. Written for hands that have been away from the piano for ten years.",
    category: 1,
    subcategory: 107,
    price: "0.01",
    age: 24 * 70,
    file: {
      name: "small-etude.mid",
      type: "audio/midi",
      make: () => melody(ETUDE, 84),
    },
  },
  {
    slug: "chess",
    title: "Chess openings on fifteen cards",
    description:
      "Name, moves and the one idea behind them. A single web page that works offline; tap a card to turn it. No accounts, no engine, no streaks.",
    category: 3,
    subcategory: 307,
    price: "0.02",
    age: 24 * 44,
    file: { name: "chess-openings.html", type: "text/html", make: chess },
  },
  {
    slug: "waves",
    title: "Waves in two inks, edition of two",
    description:
      "A risograph study of overlapping waves. Only two copies exist, and both have found a wall.",
    category: 14,
    subcategory: 1401,
    price: "0.3",
    saleType: "limited",
    saleLimit: 2,
    age: 24 * 34,
    sales: 2,
    file: { name: "waves-in-two-inks.png", type: "image/png", make: wavesPrint },
  },
  {
    slug: "tide",
    title: "Tide chart, a tiny component",
    description:
      "Thirty lines of JavaScript that draw the tide of any harbour as an SVG curve. No dependencies, no build, MIT licence. Comes with a page that works as it is.",
    category: 11,
    subcategory: 1102,
    price: "0.15",
    age: 24 * 18,
    sales: 1,
    file: { name: "tide-chart.zip", type: "application/zip", make: tideChart },
  },
  {
    slug: "letterpress",
    title: "Field Notes on Letterpress",
    description:
      "What I wish had been pinned to the side of my press: ink, packing, bite, and a checklist for the door. Four short chapters, no nostalgia.",
    category: 2,
    subcategory: 210,
    price: "0.07",
    age: 24 * 10,
    sales: 2,
    file: { name: "field-notes-on-letterpress.pdf", type: "application/pdf", make: letterpress },
  },
  {
    slug: "harbour",
    title: "Harbour at Six",
    description:
      "One picture, sold once. Whoever buys it is the only person to have the file; it leaves the shop the moment it is paid for.",
    category: 6,
    subcategory: 601,
    price: "1.2",
    saleType: "unique",
    age: 24 * 6,
    file: { name: "harbour-at-six.png", type: "image/png", make: harbourPhoto },
    cover: harbourCover,
  },
  {
    slug: "planner",
    title: "Paper planner 2027",
    description:
      "Twelve A4 pages, weeks from Monday, room to write. Print it, fold it, spill coffee on it. It never needs charging.",
    category: 14,
    subcategory: 1402,
    price: "0.025",
    age: 9,
    file: { name: "paper-planner-2027.pdf", type: "application/pdf", make: () => planner(2027) },
  },
];
