import type { RefObject } from "react";
import { paths } from "../../../../../platform/contract/paths.ts";
import { FailureDialog } from "../../../../../platform/site/forms/failure-dialog.tsx";
import { feedbackLiving } from "../../../../../platform/site/pictures/forms.ts";
import { useNavigate } from "../../../../../platform/site/runtime/router-context.tsx";
import { ConfirmDialog } from "../../../../../platform/site/ui/confirm-dialog.tsx";
import { MessageDialog } from "../../../../../platform/site/ui/message-dialog.tsx";
import { editProfileForm, profileEditing } from "../../../contract/edit-profile.ts";
import type { ProfileResponse } from "../../../contract/profile.ts";
import styles from "./edit-form.module.css";
import type { Difference } from "./profile-changes.ts";
import type { useProfileSave } from "./use-profile-save.ts";

interface EditDialogsProps {
  readonly saving: ReturnType<typeof useProfileSave>;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly leavingTo: string | undefined;
  readonly onCancel: () => void;
  readonly onLeave: (to: string) => void;
}

/** Dialogs of the form; at most one is open. */
export function EditDialogs(props: EditDialogsProps) {
  const { saving, form, leavingTo, onCancel, onLeave } = props;
  const { stage } = saving;
  const navigate = useNavigate();
  const withForm = (act: (form: HTMLFormElement) => void) => () => {
    if (form.current) act(form.current);
  };
  switch (stage.kind) {
    case "saved":
      return (
        <MessageDialog
          kind="message"
          heading={editProfileForm.success.heading}
          picture={feedbackLiving}
          button="Back to my profile"
          onClose={() => void navigate(paths.profile)}
        >
          <p>{editProfileForm.success.text}</p>
          <LoginAddress profile={stage.profile} confirmationSentTo={stage.confirmationSentTo} />
        </MessageDialog>
      );
    case "failed":
      return (
        <FailureDialog failure={stage.sentence} onClose={saving.backToEditing}>
          {stage.isTooLong && `${profileEditing.tooLong} `}
          {stage.photoIsSaved
            ? "Your photo is saved. Everything else you changed is still here."
            : "Everything you changed is still here."}
        </FailureDialog>
      );
    case "conflict":
      return (
        <ConfirmDialog
          heading="Your profile was changed somewhere else"
          cancelLabel="Use what is saved"
          confirmLabel="Keep what is in this window"
          onCancel={withForm(saving.acceptSaved)}
          onConfirm={withForm((element) => void saving.overwriteSaved(element))}
          onEscape={saving.backToEditing}
        >
          <p>Another window or device saved these details after you opened this page.</p>
          <Differences list={stage.differences} />
        </ConfirmDialog>
      );
    default:
      return leavingTo !== undefined ? (
        <ConfirmDialog
          heading="Leave without saving?"
          cancelLabel="Keep editing"
          confirmLabel="Leave without saving"
          onCancel={onCancel}
          onConfirm={() => onLeave(leavingTo)}
        >
          <p>What you changed on this page is not saved yet.</p>
        </ConfirmDialog>
      ) : null;
  }
}

function Differences({ list }: { list: readonly Difference[] }) {
  return (
    <dl className={styles.differences}>
      {list.map(({ name, label, saved, typed }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            Saved now: <b translate="no">{saved || "nothing"}</b>
          </dd>
          <dd>
            In this window: <b translate="no">{typed || "nothing"}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface LoginAddressProps {
  readonly profile: ProfileResponse;
  /** Address that the confirmation link was sent to, or null. */
  readonly confirmationSentTo: string | null;
}

/** The address that signs in, if it differs from the one in the profile (DESIGN). */
function LoginAddress({ profile, confirmationSentTo }: LoginAddressProps) {
  const { loginEmail, user } = profile;
  if (confirmationSentTo === null && loginEmail === user.emailAddress) return null;
  return (
    <p>
      You still log in with <b translate="no">{loginEmail}</b>
      {confirmationSentTo === null ? (
        ". You can change that in your settings."
      ) : (
        <>
          {" "}
          until you open the link that we sent to <b translate="no">{confirmationSentTo}</b>.
        </>
      )}
    </p>
  );
}
