import { type ReactNode, useRef, useState } from "react";
import type { FormDefinition } from "../../contract/form-engine/define-form.ts";
import { findDoubts } from "../../contract/form-engine/doubts.ts";
import { loadChunk } from "../runtime/chunk.ts";
import type { ConfirmDialog } from "../ui/confirm-dialog.tsx";

type Doubts = Readonly<Record<string, string>>;

interface Question {
  readonly doubts: readonly string[];
  readonly Dialog: typeof ConfirmDialog;
}

/**
 * Asks whether to save values that look wrong: once, until something else looks wrong.
 * @param served the doubts that the server asked about
 */
export function useDoubts(form: FormDefinition, served?: Doubts) {
  const [open, setOpen] = useState<Question>();
  const asked = useRef(JSON.stringify(served ?? {}));
  const answer = useRef<(isSure: boolean) => void>(undefined);
  const isChecking = useRef(false);

  /** @returns whether to save, once the person has answered */
  async function confirm(
    values: Readonly<Record<string, string>>,
    isAsked: (name: string) => boolean = () => true,
  ): Promise<boolean> {
    // A second press, while the first one is still looked at.
    if (isChecking.current) return false;
    isChecking.current = true;
    const all = Object.entries(await findDoubts(form, values));
    const found = all.filter(([name]) => isAsked(name));
    const key = JSON.stringify(Object.fromEntries(found));
    const isDue = found.length > 0 && key !== asked.current;
    const loaded =
      isDue && (await loadChunk(() => import("../ui/confirm-dialog.tsx")).catch(() => undefined));
    isChecking.current = false;
    // A question that does not load must not keep anyone from saving.
    if (!loaded) return true;
    setOpen({ doubts: found.map(([, doubt]) => doubt), Dialog: loaded.ConfirmDialog });
    const isSure = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    if (isSure) asked.current = key;
    return isSure;
  }

  function close(isSure: boolean): void {
    setOpen(undefined);
    answer.current?.(isSure);
  }

  const dialog: ReactNode = open && (
    <open.Dialog
      heading="Save anyway?"
      cancelLabel="Keep editing"
      confirmLabel="Save anyway"
      onCancel={() => close(false)}
      onConfirm={() => close(true)}
    >
      {open.doubts.map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </open.Dialog>
  );
  return { confirm, dialog };
}
