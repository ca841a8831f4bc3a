export const CATEGORIES = [
  { id: 1, name: "Music" },
  { id: 2, name: "Ebooks & Books" },
  { id: 3, name: "Learning & Education" },
  { id: 4, name: "Tools & Utilities" },
  { id: 6, name: "Photo & Video" },
  { id: 7, name: "Design & Graphics" },
  { id: 8, name: "Digital Services" },
  { id: 9, name: "Games & Assets" },
  { id: 11, name: "Web & Code" },
  { id: 12, name: "Data & Resources" },
  { id: 13, name: "Business & Marketing" },
  { id: 14, name: "Print & Printables" },
  { id: 15, name: "Other" },
];

const NAMES = new Map(CATEGORIES.map(({ id, name }) => [id, name]));

export const categoryName = (id: number): string => NAMES.get(id) ?? "";
