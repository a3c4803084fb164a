import { useState } from "react";
import { type CaseRow, inboxLimits } from "../../../contract/inbox.ts";

export interface Chosen {
  readonly isChoosing: boolean;
  readonly references: ReadonlySet<string>;
  /** The selected rows that the list still shows. */
  readonly rows: readonly CaseRow[];
  readonly choose: (reference: string, isChosen: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
  readonly toggle: () => void;
}

export function useChosen(cases: readonly CaseRow[]): Chosen {
  const [isChoosing, setChoosing] = useState(false);
  const [references, setReferences] = useState<ReadonlySet<string>>(new Set());
  return {
    isChoosing,
    references,
    rows: cases.filter(({ reference }) => references.has(reference)),
    choose: (reference, isChosen) =>
      setReferences((before) => {
        const after = new Set(before);
        if (!isChosen) after.delete(reference);
        else if (after.size < inboxLimits.changedTogether) after.add(reference);
        return after;
      }),
    chooseAll: () =>
      setReferences(
        new Set(cases.slice(0, inboxLimits.changedTogether).map(({ reference }) => reference)),
      ),
    clear: () => setReferences(new Set()),
    toggle: () => {
      setChoosing(!isChoosing);
      setReferences(new Set());
    },
  };
}
