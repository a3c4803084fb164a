import { useEffect, useRef, useState } from "react";
import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import {
  type FieldErrors,
  requireFields,
  useDeskForm,
} from "../../../../platform/desk/data/use-desk-form.ts";
import { useWriting } from "../../../../platform/desk/data/use-writing.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import {
  blankError,
  fillPlaceholders,
  findPlaceholders,
  knownValues,
} from "../../../messages/contract/placeholders.ts";
import { privacyLimits } from "../../contract/cases.ts";
import {
  type LetterTemplate,
  type PrivacyDetail,
  privacyEndpoints,
} from "../../contract/endpoints.ts";
import { usePrivacy } from "../privacy-context.ts";
import { nameShort } from "../request-text.ts";
import styles from "./letters.module.css";
import type { OpenedPrivacyRequest } from "./use-request.ts";

interface WriteLetterProps {
  readonly detail: PrivacyDetail;
  readonly opened: OpenedPrivacyRequest;
}

const ownText = "";

export function WriteLetter({ detail, opened }: WriteLetterProps) {
  const [templates, setTemplates] = useState<readonly LetterTemplate[]>([]);
  const [failure, setFailure] = useState<string>();
  const [chosen, setChosen] = useState(ownText);
  const [letter, setLetter] = useState<LetterTemplate>();

  useEffect(() => {
    void deskRequest(privacyEndpoints.letters).then((outcome) => {
      if (outcome.ok) setTemplates(outcome.data.templates);
      else setFailure(failureMessage(outcome.error));
    });
  }, []);

  if (letter) {
    return (
      <LetterForm
        detail={detail}
        opened={opened}
        letter={letter}
        onClose={() => setLetter(undefined)}
      />
    );
  }
  return (
    <div className={styles.choose}>
      <FieldFrame id="letter-template" label="Write a letter" error={failure}>
        <select
          id="letter-template"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value={ownText}>In my own words</option>
          {templates.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <Button
        look="ghost"
        onClick={() =>
          setLetter(
            templates.find(({ name }) => name === chosen) ?? {
              name: "",
              text: "Hello {{first name}},\n\n",
            },
          )
        }
      >
        Open the letter
      </Button>
    </div>
  );
}

interface LetterFormProps extends WriteLetterProps {
  readonly letter: LetterTemplate;
  readonly onClose: () => void;
}

function LetterForm({ detail, opened, letter, onClose }: LetterFormProps) {
  const { person, announce } = usePrivacy();
  const heading = useRef<HTMLHeadingElement>(null);
  const { form, fieldErrors } = useDeskForm({
    check: ({ title = "", text = "" }) => checkLetter(title.trim(), text.trim()),
    send: async ({ title = "", text = "" }) => ({
      ok: true as const,
      data: await opened.change({ act: "writeLetter", title: title.trim(), text: text.trim() }),
    }),
    onDone: (isSent) => {
      if (!isSent) return;
      announce("The letter is sent.");
      onClose();
    },
  });

  useEffect(() => heading.current?.focus(), []);
  const { hold } = opened;
  useEffect(() => {
    // What others change meanwhile is shown before the letter is sent.
    hold(true);
    return () => hold(false);
  }, [hold]);
  const [text, setText] = useState("");
  useWriting(text, opened.onWriting);
  const values = knownValues({ name: nameShort(detail), reference: detail.reference }, person.name);
  return (
    <form {...form} className={`${formClass} ${styles.form}`}>
      <h4 ref={heading} tabIndex={-1}>
        Letter to <bdi>{detail.name}</bdi>
      </h4>
      <TextField
        id="letter-title"
        name="title"
        label="What it is about"
        defaultValue={letter.name}
        error={fieldErrors.title}
      />
      <FieldFrame id="letter-text" label="Letter" error={fieldErrors.text}>
        <textarea
          dir="auto"
          id="letter-text"
          name="text"
          rows={10}
          onChange={({ target }) => setText(target.value)}
          defaultValue={fillPlaceholders(letter.text, values)}
          aria-invalid={fieldErrors.text ? true : undefined}
          aria-describedby={describedBy("letter-text", undefined, fieldErrors.text)}
        />
      </FieldFrame>
      <FormAlert message={opened.failure} />
      <Actions>
        <SubmitButton isBusy={opened.isSaving}>Send the letter</SubmitButton>
        <Button look="ghost" onClick={onClose}>
          Back
        </Button>
      </Actions>
    </form>
  );
}

function checkLetter(title: string, text: string): FieldErrors {
  const { letterTitle, letter } = privacyLimits;
  const [blank] = findPlaceholders(text);
  return {
    ...requireFields(
      { title, text },
      { title: "Say what it is about.", text: "Write the letter." },
    ),
    ...(title.length > letterTitle && { title: tooLong("This", letterTitle) }),
    ...(text.length > letter && { text: tooLong("A letter", letter) }),
    ...(blank !== undefined && { text: blankError(blank) }),
  };
}
