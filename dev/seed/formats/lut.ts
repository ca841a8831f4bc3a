const STEPS_PER_CHANNEL = 9;

/** A colour grade. */
export interface ColourGrade {
  name: string;
  /** Offset of the shadows, for red, green and blue. */
  shadows: [number, number, number];
  /** Factor of the lights, for red, green and blue. */
  lights: [number, number, number];
  /** Factor; 1 changes nothing. */
  contrast: number;
  saturation: number;
}

/** A colour table in Adobe's .cube format 1.0, where red changes fastest. */
export function cube(grade: ColourGrade): string {
  const rows: string[] = [`TITLE "${grade.name}"`, `LUT_3D_SIZE ${STEPS_PER_CHANNEL}`];
  for (let blue = 0; blue < STEPS_PER_CHANNEL; blue += 1) {
    for (let green = 0; green < STEPS_PER_CHANNEL; green += 1) {
      for (let red = 0; red < STEPS_PER_CHANNEL; red += 1) {
        const colour = [red, green, blue].map((step) => step / (STEPS_PER_CHANNEL - 1));
        rows.push(graded(colour, grade).join(" "));
      }
    }
  }
  return `${rows.join("\n")}\n`;
}

function graded(
  colour: number[],
  { shadows, lights, contrast, saturation }: ColourGrade,
): string[] {
  const [red = 0, green = 0, blue = 0] = colour;
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return colour.map((value, part) => {
    const vivid = grey + (value - grey) * saturation;
    const steep = 0.5 + (vivid - 0.5) * contrast;
    const lifted = steep * (lights[part] ?? 1) + (shadows[part] ?? 0) * (1 - grey);
    return Math.max(0, Math.min(1, lifted)).toFixed(5);
  });
}
