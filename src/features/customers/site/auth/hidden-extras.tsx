import type { ReactNode } from "react";

/** Hidden fields for posts without scripts. */
export function HiddenExtras({ extras }: { extras: Readonly<Record<string, string>> }): ReactNode {
  return Object.entries(extras).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
