/**
 * Media queries of the still alternative of an animation: by the device's setting, and always. Not
 * in display-preferences.ts, since the boot script imports that.
 */
export const stillMedia = { device: "(prefers-reduced-motion: reduce)", always: "(min-width: 0)" };
