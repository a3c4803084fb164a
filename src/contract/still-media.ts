/**
 * Media queries of the still twin of a moving picture: as the device says, and always.
 * Apart from the reading settings, which the first script of a page would carry it with.
 */
export const stillMedia = { device: "(prefers-reduced-motion: reduce)", always: "(min-width: 0)" };
