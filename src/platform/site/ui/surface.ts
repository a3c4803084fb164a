import styles from "./surface.module.css";

/** Background color of a part of the page. Its text color has a contrast of at least 7:1. */
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

/** Class names of a surface: background, text color, and a light focus ring on dark ones. */
export function surfaceClass(surface: Surface): string {
  const isDark = surface === "ink" || surface === "night";
  return isDark ? `${styles[surface]} on-dark` : `${styles[surface]}`;
}
