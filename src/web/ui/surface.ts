import styles from "./surface.module.css";

/** Colour of a piece of the page. Each carries the text colour that reads 7:1 on it. */
export type Surface =
  | "paper"
  | "paper2"
  | "white"
  | "marigold"
  | "marigold2"
  | "rose"
  | "rose2"
  | "sage"
  | "sage2"
  | "blue"
  | "blue2"
  | "ink"
  | "night";

/** Class names of a field: its ground, its text, and on the dark ones the light focus ring. */
export function surfaceClass(surface: Surface): string {
  const isDark = surface === "ink" || surface === "night";
  return isDark ? `${styles[surface]} on-dark` : `${styles[surface]}`;
}
