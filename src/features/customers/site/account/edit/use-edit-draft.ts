import { type RefObject, useEffect, useRef, useState } from "react";
import { dropDraft, readDraft, writeDraft } from "../../../../../platform/site/forms/drafts.ts";
import { editProfileForm } from "../../../contract/forms/edit-profile.ts";
import { dropPhotoDraft, writePhotoDraft } from "./photo-draft.ts";
import type { useProfileSave } from "./use-profile-save.ts";

type Saving = ReturnType<typeof useProfileSave>;

/**
 * Keeps unsaved changes when the person navigates away, also via the sign-in page; asks before
 * the document is unloaded.
 * @returns the initial values, whether they hold changes from an earlier visit, and a function that
 *   discards the draft
 */
export function useEditDraft(uid: string, form: RefObject<HTMLFormElement | null>, saving: Saving) {
  const [changes] = useState<Readonly<Record<string, string>>>(() => {
    const { uid: owner, ...kept } = readDraft(editProfileForm) ?? {};
    return owner === uid ? kept : {};
  });
  const [start] = useState<Readonly<Record<string, string>>>(() => ({
    ...saving.initialValues,
    ...changes,
  }));
  const latest = useRef(saving);
  const isDone = useRef(false);
  useEffect(() => {
    latest.current = saving;
    isDone.current ||= saving.stage.kind === "saved";
  });

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isDone.current && latest.current.hasChanges(element)) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("beforeunload", ask);
      dropDraft(editProfileForm);
      if (isDone.current) dropPhotoDraft();
      else writePhotoDraft(uid, latest.current.photo);
      const changes = latest.current.changesOf(element);
      if (!isDone.current && Object.keys(changes).length > 0) {
        writeDraft(editProfileForm, { uid, ...changes });
      }
    };
  }, [uid, form]);

  return {
    start,
    isRestored: Object.keys(changes).length > 0,
    drop: () => {
      isDone.current = true;
    },
  };
}
