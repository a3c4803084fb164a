import sharp from "sharp";

interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** One of 64 colors that remain distinguishable after compression. */
export function colorOf(turn: number): Color {
  const part = (shift: number) => ((turn >> shift) & 3) * 80;
  return { r: part(0), g: part(2), b: part(4) };
}

export function nameOf({ r, g, b }: Color): string {
  return [r, g, b].map((part) => Math.round(part / 80)).join("-");
}

/** A picture of one color, as a browser sends it. */
export function paint(background: Color): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 80, channels: 3, background } })
    .png()
    .toBuffer();
}

/** The color of a stored picture; undefined if it is missing or no picture. */
export async function colorOfPicture(picture: Buffer | undefined): Promise<string | undefined> {
  if (!picture) return undefined;
  try {
    const { channels } = await sharp(picture).stats();
    const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean);
    return nameOf({ r, g, b });
  } catch {
    return undefined;
  }
}
