import { inject } from "vitest";

/** Windows in which parts of pages that show only after somebody did something are checked. */
const phone = { width: 320, reducedMotion: "reduce" } as const;
const desk = { width: 1440, reducedMotion: "reduce" } as const;

/** Whole pages are checked in both; their states in both by `npm run test:full`. */
export const stateSizes = inject("fullMatrix") ? [phone, desk] : [phone];

/** The same as widths alone, in CSS pixels. */
export const stateWidths = stateSizes.map(({ width }) => width);
