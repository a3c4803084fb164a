import { inject } from "vitest";

/** Window sizes for checks of states that appear after an interaction. */
const phone = { width: 320, reducedMotion: "reduce" } as const;
const desk = { width: 1440, reducedMotion: "reduce" } as const;

/** Pages are checked in both sizes, their states only with `npm run test:full`. */
export const stateSizes = inject("fullMatrix") ? [phone, desk] : [phone];

/** The same as widths alone, in CSS pixels. */
export const stateWidths = stateSizes.map(({ width }) => width);
