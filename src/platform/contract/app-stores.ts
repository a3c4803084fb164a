import type { brand } from "../../brand.ts";

export type App = (typeof brand.apps)["main" | "caregiver" | "provider"];

/** Whether at least one store offers the app. */
export function isInAStore({ appStore, googlePlay }: App): boolean {
  return appStore !== null || googlePlay !== null;
}
