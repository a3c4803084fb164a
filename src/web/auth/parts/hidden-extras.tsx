import type { ReactNode } from "react";

/** What a form sends along when no script runs. */
export function HiddenExtras({ extras }: { extras: Readonly<Record<string, string>> }): ReactNode {
  return Object.entries(extras).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
