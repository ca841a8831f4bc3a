import { box, frame, line, PAGE_POINTS, type PageContent, pdf } from "./pdf";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const [LEFT, TOP, WIDTH, HEIGHT] = [40, 110, 73.5, 100];

/** A calendar year as PDF: one month per page, weeks start on Monday. */
export function planner(year: number): Uint8Array {
  const months = Array.from({ length: 12 }, (_, month) => monthPage(year, month));
  return pdf(`Paper planner ${year}`, months);
}

function monthPage(year: number, month: number): PageContent {
  const first = new Date(Date.UTC(year, month, 1));
  const name = first.toLocaleDateString("en-GB", { month: "long", timeZone: "UTC" });
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const offset = (first.getUTCDay() + 6) % 7;
  let page = box([0, 0, PAGE_POINTS.width, 10], [0.11, 0.16, 0.42]);
  page += line(LEFT, 70, 30, name, true) + line(PAGE_POINTS.width - 95, 70, 20, String(year));
  page += DAYS.map((day, at) => line(LEFT + at * WIDTH + 4, TOP - 8, 8.5, day)).join("");
  for (let day = 1; day <= days; day += 1) {
    const cell = offset + day - 1;
    const [x, y] = [LEFT + (cell % 7) * WIDTH, TOP + Math.floor(cell / 7) * HEIGHT];
    if (cell % 7 > 4) page += box([x, y, WIDTH, HEIGHT], [0.96, 0.94, 0.9]);
    page += frame([x, y, WIDTH, HEIGHT]) + line(x + 6, y + 18, 12, String(day), true);
  }
  return page;
}
