const STEPS_PER_CHANNEL = 9;

export interface Look {
  name: string;
  /** What is added to the shadows and multiplied into the lights, for red, green and blue. */
  shadows: [number, number, number];
  lights: [number, number, number];
  /** 1 leaves it. */
  contrast: number;
  saturation: number;
}

/** A colour table in Adobe's .cube format, version 1.0: red runs fastest. */
export function cube(look: Look): string {
  const rows: string[] = [`TITLE "${look.name}"`, `LUT_3D_SIZE ${STEPS_PER_CHANNEL}`];
  for (let blue = 0; blue < STEPS_PER_CHANNEL; blue += 1) {
    for (let green = 0; green < STEPS_PER_CHANNEL; green += 1) {
      for (let red = 0; red < STEPS_PER_CHANNEL; red += 1) {
        const colour = [red, green, blue].map((step) => step / (STEPS_PER_CHANNEL - 1));
        rows.push(graded(colour, look).join(" "));
      }
    }
  }
  return `${rows.join("\n")}\n`;
}

function graded(colour: number[], { shadows, lights, contrast, saturation }: Look): string[] {
  const [red = 0, green = 0, blue = 0] = colour;
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return colour.map((value, part) => {
    const vivid = grey + (value - grey) * saturation;
    const steep = 0.5 + (vivid - 0.5) * contrast;
    const lifted = steep * (lights[part] ?? 1) + (shadows[part] ?? 0) * (1 - grey);
    return Math.max(0, Math.min(1, lifted)).toFixed(5);
  });
}
