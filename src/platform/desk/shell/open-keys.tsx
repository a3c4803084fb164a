import { lazy, Suspense, useEffect } from "react";

const load = async () => ({ default: (await import("./keys-dialog.tsx")).KeysDialog });
const KeysDialog = lazy(load);

/** The list of keys while `isOpen`; its code is loaded after the page. */
export function OpenKeys({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useEffect(() => {
    // Once it is opened, a new build may have replaced the file.
    void load().catch(() => undefined);
  }, []);
  return <Suspense>{isOpen && <KeysDialog onClose={onClose} />}</Suspense>;
}
