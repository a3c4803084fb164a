import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { pictureErrors } from "../../../../../platform/contract/errors/picture-errors.ts";
import { facts } from "../../../../../platform/contract/facts.ts";
import { FieldError } from "../../../../../platform/site/forms/fields/field.tsx";
import { Button, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { MessageDialog } from "../../../../../platform/site/ui/message-dialog.tsx";
import { profileEditing } from "../../../contract/edit-profile.ts";
import { Avatar } from "../avatar.tsx";
import { House } from "../house.tsx";
import { PortalIcon } from "../portal-icon.tsx";
import styles from "./photo-control.module.css";
import { type Photo, type PictureError, pictureTypes, readPhoto } from "./photo-file.ts";

export type PhotoChoice =
  | { readonly kind: "keep" }
  | { readonly kind: "new"; readonly photo: Photo }
  | { readonly kind: "remove" };

interface PhotoControlProps {
  /** URL of the stored picture, or null. */
  readonly picture: string | null;
  readonly name: string;
  readonly choice: PhotoChoice;
  readonly error: PictureError | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChoose: (choice: PhotoChoice) => void;
  readonly onError: (error: PictureError | undefined) => void;
}

const inputId = "photo";
const hintId = "photo-hint";
const errorId = "photo-error";
const megabytes = facts.picture.maxBytes / 1024 / 1024;

/** The photo with buttons to change or remove it, and a note while the change is unsaved. */
export function PhotoControl(props: PhotoControlProps) {
  const { picture, name, choice, error, input, onChoose, onError } = props;
  const [isConfirmationShown, setIsConfirmationShown] = useState(false);

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (!file) return;
    const photo = await readPhoto(file);
    // Allows the same file to be chosen again after it was undone.
    currentTarget.value = "";
    if (typeof photo === "string") {
      onError(photo);
      return;
    }
    onError(undefined);
    onChoose({ kind: "new", photo });
    setIsConfirmationShown(true);
  }

  return (
    <House face={<Face picture={picture} name={name} choice={choice} />}>
      <h2 className={styles.heading}>Your photo</h2>
      <p id={hintId} className={styles.hint}>
        It helps people know your face. JPEG, PNG, WebP or AVIF, up to {megabytes} MB.
      </p>
      <div className={styles.controls}>
        <label className={`${buttonClass("ghost")} ${styles.file}`}>
          <PortalIcon name="camera" />
          {picture === null && choice.kind === "keep" ? "Choose photo" : "Change photo"}
          <input
            ref={input}
            id={inputId}
            type="file"
            accept={pictureTypes.join(",")}
            aria-describedby={error ? `${hintId} ${errorId}` : hintId}
            aria-invalid={error !== undefined || undefined}
            onChange={(event) => void choose(event)}
          />
        </label>
        <UndoPhoto picture={picture} choice={choice} onChoose={onChoose} />
      </div>
      <div role="alert">
        {error && <FieldError controlId={inputId} error={pictureErrors[error].message} />}
      </div>
      <div role="status">
        {choice.kind !== "keep" && (
          <p className={styles.note}>
            <PortalIcon name="clock" />
            <span>
              {choice.kind === "new" ? (
                <>
                  <b>New photo chosen.</b> It is not saved yet. Click Save Changes to upload it.
                </>
              ) : (
                <>
                  <b>Photo removed.</b> It is not saved yet. Click Save Changes to remove it.
                </>
              )}
            </span>
          </p>
        )}
      </div>
      {isConfirmationShown && choice.kind === "new" && (
        <MessageDialog
          kind="message"
          heading={profileEditing.imageSelected.heading}
          strip={<Preview photo={choice.photo} />}
          button={profileEditing.imageSelected.button}
          onClose={() => setIsConfirmationShown(false)}
        >
          <p>{profileEditing.imageSelected.text}</p>
        </MessageDialog>
      )}
    </House>
  );
}

function Face({ picture, name, choice }: Pick<PhotoControlProps, "picture" | "name" | "choice">) {
  if (choice.kind === "new") return <Preview photo={choice.photo} label="The photo you chose" />;
  return <Avatar picture={choice.kind === "remove" ? null : picture} name={name} large />;
}

interface PreviewProps {
  readonly photo: Photo;
  /** Accessible name; without one the preview fills the strip of a dialog and is hidden. */
  readonly label?: string;
}

function Preview({ photo: { preview }, label }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext("2d")?.drawImage(preview, 0, 0);
  }, [preview]);
  return (
    <canvas
      ref={canvas}
      className={label ? styles.preview : styles.strip}
      width={preview.width}
      height={preview.height}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    />
  );
}

type UndoPhotoProps = Pick<PhotoControlProps, "picture" | "choice" | "onChoose">;

/** Removes the photo or undoes the change; one button, so that it keeps the focus. */
function UndoPhoto({ picture, choice, onChoose }: UndoPhotoProps) {
  if (choice.kind === "keep" && picture === null) return null;
  const isKept = choice.kind === "keep";
  return (
    <Button look="ghost" onClick={() => onChoose({ kind: isKept ? "remove" : "keep" })}>
      <PortalIcon name={isKept ? "remove" : "back"} />
      {isKept ? "Remove photo" : "Undo this change"}
    </Button>
  );
}
