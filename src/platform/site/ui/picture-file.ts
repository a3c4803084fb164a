/** A picture file: its URL and its intrinsic size in CSS pixels, which reserves space on the page. */
export interface PictureFile {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Ground at its lower edge, for containers that extend below it. */
  readonly ground?: "lawn" | "hill" | "desk" | "wood" | "road" | "cellar";
}
