import { type ComponentType, useEffect, useState } from "react";
import type { Ask } from "./desk-request.ts";

/** Properties of a dialog that requests ask for. */
export interface AskedProps {
  readonly onDone: (isGiven: boolean) => void;
}

interface AskedDialogProps {
  /** Sets who answers. */
  readonly handle: (ask: Ask) => void;
  readonly load: () => Promise<ComponentType<AskedProps>>;
}

/** A dialog that shows whenever requests ask for it; several at once ask one time. */
export function AskedDialog({ handle, load }: AskedDialogProps) {
  const [asked, setAsked] = useState<AskedProps & { readonly Dialog: ComponentType<AskedProps> }>();
  useEffect(() => {
    // After the page, yet before somebody needs it: a new build may have replaced the file by then.
    void load().catch(() => undefined);
    let open: Promise<boolean> | undefined;
    handle(() => {
      open ??= load()
        .then((Dialog) => new Promise<boolean>((onDone) => setAsked({ Dialog, onDone })))
        .catch(() => false)
        .finally(() => {
          open = undefined;
          setAsked(undefined);
        });
      return open;
    });
    return () => handle(async () => false);
  }, [handle, load]);
  return asked ? <asked.Dialog onDone={asked.onDone} /> : null;
}
