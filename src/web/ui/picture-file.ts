/** A picture file: its address and its own size in CSS pixels, which reserves its space on the page. */
export interface PictureFile {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** What it stands on, for a box that goes on below it. */
  readonly ground?: "lawn" | "hill" | "desk" | "wood" | "road" | "cellar";
}
