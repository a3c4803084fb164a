import { useEffect, useRef, useState } from "react";
import { failureWithWait } from "../../../../../platform/contract/errors/error-message.ts";
import type { ErrorBody } from "../../../../../platform/contract/errors/errors.ts";
import { valuesOf } from "../../../../../platform/site/forms/drafts.ts";
import { useCheckedForm } from "../../../../../platform/site/forms/use-checked-form.ts";
import { useDoubts } from "../../../../../platform/site/forms/use-doubts.tsx";
import { type Outcome, request } from "../../../../../platform/site/runtime/api.ts";
import { editProfileForm } from "../../../contract/edit-profile.ts";
import { type ProfileResponse, profileEndpoints } from "../../../contract/profile.ts";
import { useLoginRedirect } from "../use-portal-data.ts";
import type { PhotoChoice } from "./photo-control.tsx";
import { readPhotoDraft } from "./photo-draft.ts";
import type { PictureError } from "./photo-file.ts";
import { type Difference, findChanges, findDifferences, isEmpty } from "./profile-changes.ts";

type Stage =
  | { readonly kind: "editing" }
  | { readonly kind: "saving" }
  | {
      readonly kind: "saved";
      readonly profile: ProfileResponse;
      readonly confirmationSentTo: string | null;
    }
  /** The photo may already be saved. */
  | {
      readonly kind: "failed";
      readonly sentence: string;
      readonly photoIsSaved: boolean;
      /** The fields together exceed what the server reads. */
      readonly isTooLong: boolean;
    }
  /** Another window saved first: the person decides. */
  | {
      readonly kind: "conflict";
      readonly current: ProfileResponse;
      readonly differences: readonly Difference[];
    };

type RequestError = Extract<Outcome<unknown>, { ok: false }>["error"];

const editing: Stage = { kind: "editing" };

/** The error code of a rejected picture; undefined for other failures of its upload. */
function toPictureError({ code }: RequestError): PictureError | undefined {
  if (code === "picture-too-large" || code === "too-large") return "picture-too-large";
  if (code === "picture-unreadable" || code === "unsupported-type") return "picture-unreadable";
  return code === "picture-heic" || code === "picture-cut-off" ? code : undefined;
}

/**
 * Saves a profile: the photo first, then the changed fields against the version that this window
 * loaded. Typed and chosen values are never lost.
 */
export function useProfileSave(profile: ProfileResponse) {
  const [stage, setStage] = useState<Stage>(editing);
  const [photo, setPhoto] = useState(() => readPhotoDraft(profile.user.uid));
  const [picture, setPicture] = useState(profile.picture);
  const [photoError, setPhotoError] = useState<PictureError>();
  const [note, setNote] = useState("");
  const base = useRef(profile);
  const checked = useCheckedForm(editProfileForm, undefined);
  const doubts = useDoubts(editProfileForm);
  const redirectToLogin = useLoginRedirect();

  useEffect(() => {
    // Setting up payments also increments the version: only changed fields are a conflict.
    if (isEmpty(findChanges(profile.user, base.current.user))) base.current = profile;
  }, [profile]);

  function hasChanges(form: HTMLFormElement): boolean {
    return photo.kind !== "keep" || !isEmpty(changesOf(form));
  }

  function changesOf(form: HTMLFormElement) {
    return findChanges(valuesOf(editProfileForm, form), base.current.user);
  }

  async function save(form: HTMLFormElement): Promise<void> {
    setNote("");
    const values = checked.validate(form);
    if (!values) return;
    setPhotoError(undefined);
    if (!hasChanges(form)) {
      setNote("You have not changed anything, so there is nothing to save.");
      return;
    }
    const changes = changesOf(form);
    if (!(await doubts.confirm(values, (name) => name in changes))) return;
    setStage({ kind: "saving" });
    if (photo.kind !== "keep") {
      const outcome =
        photo.kind === "new"
          ? await request(profileEndpoints.savePicture, photo.photo.body)
          : await request(profileEndpoints.removePicture);
      if (!outcome.ok) {
        const wrongPicture = toPictureError(outcome.error);
        if (!wrongPicture) return reject(outcome.error, false);
        setStage(editing);
        setPhotoError(wrongPicture);
        return;
      }
      setPicture(outcome.data.picture);
      setPhoto({ kind: "keep" });
    }
    await saveFields(form, photo.kind !== "keep");
  }

  async function saveFields(form: HTMLFormElement, photoIsSaved: boolean): Promise<void> {
    const changes = changesOf(form);
    if (isEmpty(changes)) {
      setStage({ kind: "saved", profile: base.current, confirmationSentTo: null });
      return;
    }
    const { version } = base.current;
    const outcome = await request(profileEndpoints.change, { version, changes });
    if (outcome.ok) {
      base.current = outcome.data;
      const { confirmationSentTo } = outcome.data;
      setStage({ kind: "saved", profile: outcome.data, confirmationSentTo });
      return;
    }
    const { error } = outcome;
    if (error.code !== "conflict" || !error.current) return reject(error, photoIsSaved);
    const current = error.current as ProfileResponse;
    const values = valuesOf(editProfileForm, form);
    const differences = findDifferences(values, base.current.user, current.user);
    if (differences.length > 0) {
      setStage({ kind: "conflict", current, differences });
    } else {
      // Both windows have the same values for what changed elsewhere.
      base.current = current;
      await saveFields(form, photoIsSaved);
    }
  }

  function reject(error: RequestError, photoIsSaved: boolean): void {
    setStage(editing);
    const { code, fields, retryAfter } = error as Partial<ErrorBody>;
    if (code === "not-signed-in") redirectToLogin();
    else if (code === "invalid" && fields) checked.reject(fields);
    else {
      const sentence = failureWithWait(editProfileForm.failure, retryAfter);
      setStage({ kind: "failed", sentence, photoIsSaved, isTooLong: code === "too-large" });
    }
  }

  async function overwriteSaved(form: HTMLFormElement): Promise<void> {
    if (stage.kind !== "conflict") return;
    base.current = stage.current;
    setStage({ kind: "saving" });
    await saveFields(form, false);
  }

  function acceptSaved(form: HTMLFormElement): void {
    if (stage.kind !== "conflict") return;
    for (const { name, saved } of stage.differences) {
      const control = form.elements.namedItem(name);
      if (control instanceof HTMLInputElement) control.value = saved;
    }
    base.current = stage.current;
    setStage(editing);
    setNote("The form now shows what was saved. Look it over, then save your other changes.");
  }

  function choosePhoto(choice: PhotoChoice): void {
    setPhoto(choice);
    setPhotoError(undefined);
    setNote("");
  }

  return {
    initialValues: profile.user,
    stage,
    photo,
    picture,
    photoError,
    note,
    checked,
    doubts,
    changesOf,
    hasChanges,
    save,
    overwriteSaved,
    acceptSaved,
    choosePhoto,
    setPhotoError,
    backToEditing: () => setStage(editing),
  };
}
