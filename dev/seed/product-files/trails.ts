import { seededRandom } from "../../../app/products/rules/cover-shapes";

/** Start points: longitude and latitude in degrees, height in metres. */
const STARTS: [name: string, east: number, north: number, height: number][] = [
  ["Saint-Cergue", 6.1573, 46.4458, 1041],
  ["Le Pont", 6.3309, 46.6651, 1008],
  ["Sainte-Croix", 6.5047, 46.8226, 1086],
  ["Noiraigue", 6.7242, 46.9558, 729],
  ["La Vue-des-Alpes", 6.8717, 47.0719, 1283],
  ["Saint-Imier", 6.9966, 47.1527, 793],
  ["Les Breuleux", 7.0069, 47.2112, 1038],
  ["Weissenstein", 7.5081, 47.2523, 1284],
];

/** Points of forty walks, every 250 m, as CSV. */
export function trails(): Uint8Array {
  const rows = ["sentier;depart;point;longitude;latitude;altitude_m;distance_m"];
  for (let walk = 1; walk <= 40; walk += 1) {
    const [name, east, north, height] = STARTS[walk % STARTS.length] ?? ["", 0, 0, 0];
    const random = seededRandom(`${name}${walk}`);
    let [x, y, z, heading] = [east, north, height, random(628) / 100];
    for (let point = 0; point < 40 + random(40); point += 1) {
      const values = [x.toFixed(5), y.toFixed(5), Math.round(z), point * 250];
      rows.push([walk, name, point, ...values].join(";"));
      heading += (random(200) - 100) / 160;
      x += Math.cos(heading) * 0.00326;
      y += Math.sin(heading) * 0.00225;
      z = Math.max(420, Math.min(1_679, z + random(61) - 28));
    }
  }
  return Buffer.from(`${rows.join("\r\n")}\r\n`, "utf8");
}
