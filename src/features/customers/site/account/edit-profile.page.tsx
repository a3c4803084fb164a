import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { paths } from "../../../../platform/contract/paths.ts";
import { dropDraft, readDraft, writeDraft } from "../../../../platform/site/forms/drafts.ts";
import { ErrorSummary } from "../../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../../platform/site/forms/fields/field.tsx";
import { FieldRow, inRows } from "../../../../platform/site/forms/fields/field-row.tsx";
import { errorPrefix, useTitlePrefix } from "../../../../platform/site/forms/form-frame.tsx";
import { followedLink, targetOf } from "../../../../platform/site/layout/use-site-links.ts";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { useNavigate } from "../../../../platform/site/runtime/router-context.tsx";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { PaymentProfile } from "../../../payments/site/payment-profile.tsx";
import { editProfileForm, profileEditing } from "../../contract/edit-profile.ts";
import type { ProfileResponse } from "../../contract/profile.ts";
import { fullName } from "./customer.ts";
import { PortalScreen } from "./portal-screen.tsx";
import { EditDialogs } from "./profile/edit-dialogs.tsx";
import styles from "./profile/edit-form.module.css";
import { PhotoControl } from "./profile/photo-control.tsx";
import { dropPhotoDraft, writePhotoDraft } from "./profile/photo-draft.ts";
import { useProfileSave } from "./profile/use-profile-save.ts";
import { PlainEdit } from "./settings/plain-edit.tsx";
import { useOwnProfile } from "./use-own-profile.ts";

const rows = inRows(editProfileForm, [
  ["firstName", "lastName"],
  ["city", "state", "zip"],
]);

function EditForm({ profile }: { profile: ProfileResponse }) {
  const saving = useProfileSave(profile);
  const { stage, photo, checked } = saving;
  const { errors, rejections } = checked;
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const photoInput = useRef<HTMLInputElement>(null);
  /** Where the person wants to go, while asked about unsaved changes. */
  const [leavingTo, setLeavingTo] = useState<string>();
  const navigate = useNavigate();
  const draft = useEditDraft(profile.user.uid, form, saving);
  const isBusy = stage.kind === "saving";
  const note = saving.note || (draft.isRestored && profileEditing.unsaved);

  useEffect(() => {
    if (rejections > 0) summary.current?.focus();
  }, [rejections]);
  useEffect(() => {
    if (saving.photoError) photoInput.current?.focus();
  }, [saving.photoError]);
  useTitlePrefix(errorPrefix(errors));
  useFollowedLink((link) => {
    if (!form.current || stage.kind === "saved" || !saving.hasChanges(form.current)) return false;
    setLeavingTo(targetOf(link));
    return true;
  });

  function cancel() {
    if (isBusy) return;
    if (form.current && saving.hasChanges(form.current)) setLeavingTo(paths.profile);
    else leave(paths.profile);
  }

  function leave(to: string) {
    draft.drop();
    void navigate(to);
  }

  return (
    <div className={styles.columns}>
      <PhotoControl
        picture={saving.picture}
        name={fullName(profile.user)}
        choice={photo}
        error={saving.photoError}
        input={photoInput}
        onChoose={saving.choosePhoto}
        onError={saving.setPhotoError}
      />
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={paths.editProfile}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void saving.save(event.currentTarget);
        }}
        onInput={checked.recheck}
        noValidate
      >
        {Object.keys(errors).length > 0 && (
          <ErrorSummary
            ref={summary}
            form={editProfileForm}
            errors={errors}
            idPrefix={editProfileForm.collection}
          />
        )}
        {rows.map((fields) => (
          <FieldRow key={fields[0]?.name} fields={fields}>
            {({ name, ...field }) => (
              <Field
                key={name}
                field={{ name, ...field }}
                idPrefix={editProfileForm.collection}
                defaultValue={draft.start[name] ?? ""}
                error={errors[name]}
                allOptional
              />
            )}
          </FieldRow>
        ))}
        <div className={styles.save}>
          <p role="status" className={isBusy ? "sr" : styles.note}>
            {isBusy ? profileEditing.busyLabel : note}
          </p>
          <div className={styles.verbs}>
            <Button type="submit" aria-disabled={isBusy || undefined}>
              {isBusy ? profileEditing.busyLabel : editProfileForm.submitLabel}
            </Button>
            <Button look="ghost" aria-disabled={isBusy || undefined} onClick={cancel}>
              {profileEditing.cancelLabel}
            </Button>
          </div>
        </div>
      </form>
      <EditDialogs
        saving={saving}
        form={form}
        leavingTo={leavingTo}
        onCancel={() => setLeavingTo(undefined)}
        onLeave={leave}
      />
      {saving.doubts.dialog}
    </div>
  );
}

/** Calls back for links to other pages of the site; a link whose callback returns true waits. */
function useFollowedLink(asks: (link: HTMLAnchorElement) => boolean): void {
  const latest = useRef(asks);
  useEffect(() => {
    latest.current = asks;
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = followedLink(event);
      if (!link || link.pathname === location.pathname) return;
      if (latest.current(link)) event.preventDefault();
    };
    // Before the listener that follows the link.
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, []);
}

export default function EditProfilePage() {
  const profile = useOwnProfile();
  return (
    <>
      <PageMeta
        path={paths.editProfile}
        title="Edit your profile"
        description="Change your name, your address, your phone number, your email or your photo."
        noIndex
      />
      <PortalScreen
        heading="Edit your profile"
        load={profile}
        plain={() => import.meta.env.SSR && <PlainEdit />}
      >
        {(data) => (
          <Fragment key={data.user.uid}>
            <EditForm profile={data} />
            <PaymentProfile profile={data} onChanged={() => void profile.reload()} />
          </Fragment>
        )}
      </PortalScreen>
    </>
  );
}

type Saving = ReturnType<typeof useProfileSave>;

/**
 * Keeps unsaved changes when the person navigates away, also via the sign-in page; asks before
 * the document is unloaded.
 * @returns the initial values, whether they hold changes from an earlier visit, and a function that
 *   discards the draft
 */
function useEditDraft(uid: string, form: RefObject<HTMLFormElement | null>, saving: Saving) {
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
