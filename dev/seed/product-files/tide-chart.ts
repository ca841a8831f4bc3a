import { archive } from "../formats/archive";

const MODULE = `/** Heights of the tide, in metres, at a time in hours: a sum of constituents. */
export function tideAt(hours, constituents) {
  return constituents.reduce(
    (sum, { amplitude, period, phase }) =>
      sum + amplitude * Math.cos((2 * Math.PI * hours) / period - phase),
    0,
  );
}

/** An SVG path of a day, for a box of this size. */
export function tidePath(constituents, { width, height, from = 0, hours = 24 }) {
  const highest = constituents.reduce((sum, { amplitude }) => sum + amplitude, 0) || 1;
  const points = Array.from({ length: width + 1 }, (_, x) => {
    const level = tideAt(from + (x / width) * hours, constituents);
    return \`\${x},\${(height / 2 - (level / highest) * (height / 2)).toFixed(1)}\`;
  });
  return \`M\${points.join("L")}\`;
}
`;

const PAGE = `<!doctype html>
<meta charset="utf-8"><title>Tide chart</title><link rel="stylesheet" href="tide-chart.css">
<svg class="tide" viewBox="0 0 480 160" role="img" aria-label="Tide over a day"><path /></svg>
<script type="module">
  import { tidePath } from "./tide-chart.js";
  const brest = [
    { amplitude: 2.05, period: 12.4206, phase: 1.9 },
    { amplitude: 0.75, period: 12, phase: 2.4 },
    { amplitude: 0.42, period: 12.6583, phase: 1.5 },
  ];
  document.querySelector("path").setAttribute("d", tidePath(brest, { width: 480, height: 160 }));
</script>
`;

const STYLE = `.tide { width: 100%; background: #b5d3dc; border-radius: 12px; }
.tide path { fill: none; stroke: #143c4a; stroke-width: 3; }
`;

const READ_ME = `# Tide chart

No dependencies, 30 lines, works in every browser that knows modules. Open
\`index.html\` through any web server. Constituents for your harbour come from
its hydrographic office. MIT licence.
`;

export const tideChart = () =>
  archive({
    "README.md": READ_ME,
    "index.html": PAGE,
    "tide-chart.css": STYLE,
    "tide-chart.js": MODULE,
  });
