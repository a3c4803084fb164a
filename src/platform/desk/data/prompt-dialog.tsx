import { type ComponentType, useEffect, useState } from "react";
import type { Ask } from "./desk-request.ts";

export interface AskedProps {
  readonly onDone: (isGiven: boolean) => void;
}

interface AskedDialogProps {
  readonly handle: (ask: Ask) => void;
  readonly load: () => Promise<ComponentType<AskedProps>>;
}

/** A dialog that opens when requests ask for it; concurrent requests share one dialog. */
export function PromptDialog({ handle, load }: AskedDialogProps) {
  const [asked, setAsked] = useState<AskedProps & { readonly Dialog: ComponentType<AskedProps> }>();
  useEffect(() => {
    // Preloads after the page: once it is needed, a new build may have replaced the file.
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
