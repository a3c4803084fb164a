import type { ReactNode } from "react";
import { editProfileForm } from "../../features/customers/contract/edit-profile.ts";
import { loginForm } from "../../features/customers/contract/login.ts";
import { contactForm } from "../../features/messages/contract/forms/contact.ts";
import { supportForm } from "../../features/messages/contract/forms/support.ts";
import { changesNotSaved, saveFailed } from "../../platform/contract/errors/failures.ts";
import {
  checkForm,
  emptyValues,
  type FormDefinition,
  type FormErrors,
} from "../../platform/contract/form-engine/define-form.ts";
import type { FormState } from "../../platform/contract/form-engine/submission.ts";
import { paths } from "../../platform/contract/paths.ts";
import { EndpointForm } from "../../platform/site/forms/endpoint-form.tsx";
import { ErrorSummary } from "../../platform/site/forms/error-summary.tsx";
import { FailureDialog } from "../../platform/site/forms/failure-dialog.tsx";
import { Field } from "../../platform/site/forms/fields/field.tsx";
import { FormFrame } from "../../platform/site/forms/form-frame.tsx";
import { FormPage } from "../../platform/site/forms/form-page.tsx";
import { FormView } from "../../platform/site/forms/form-view.tsx";
import { SentView } from "../../platform/site/forms/sent-view.tsx";
import { ServedDoubts } from "../../platform/site/forms/served-doubts.tsx";
import { ServedNotice } from "../../platform/site/forms/served-notice.tsx";
import { SplitPage } from "../../platform/site/forms/split-page.tsx";
import { useCheckedForm } from "../../platform/site/forms/use-checked-form.ts";
import { mailbox } from "../../platform/site/pictures/forms.ts";
import { FormStateContext } from "../../platform/site/runtime/form-state.ts";
import { Button } from "../../platform/site/ui/button.tsx";
import styles from "./gallery.module.css";
import { inState, type Part } from "./part.ts";

function nothing(): void {}

const allErrors = checkForm(contactForm, emptyValues(contactForm));
const reference = "24RD2C99";

/** Renames the collection, so that two forms on one page share neither ids nor drafts. */
function named<Name extends string>(form: FormDefinition<Name>, collection: string) {
  return { ...form, collection };
}

function served(state: FormState, element: ReactNode): ReactNode {
  return <FormStateContext value={state}>{element}</FormStateContext>;
}

interface FrameProps {
  readonly collection: string;
  readonly errors?: FormErrors;
  readonly busy?: string;
  readonly cancelButton?: ReactNode;
}

function Frame({ collection, errors, busy, cancelButton }: FrameProps) {
  const form = named(contactForm, collection);
  const checked = useCheckedForm(form, errors);
  return (
    <FormFrame
      form={form}
      ref={null}
      action="/form-frame"
      checked={checked}
      busy={busy}
      onSubmit={async (element) => void checked.validate(element)}
      cancelButton={cancelButton}
      after={<p>Text below the button.</p>}
    >
      {form.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          idPrefix={collection}
          defaultValue=""
          error={checked.errors[field.name]}
        />
      ))}
    </FormFrame>
  );
}

function view(state: FormState, form: FormDefinition = contactForm): ReactNode {
  return served(state, <FormView form={named(form, state.collection)} path={paths.contact} />);
}

const page = {
  path: paths.contact,
  heading: "A page with one form",
  description: "For the gallery only.",
  surface: "sage",
  picture: mailbox,
} as const;

/** Components of src/platform/site/forms, except fields. */
export const formParts: readonly Part[] = [
  {
    name: "Error summary",
    states: [
      inState(
        "One error",
        <div className={styles.form}>
          <ErrorSummary form={contactForm} errors={{ name: "Name is required." }} idPrefix="one" />
        </div>,
      ),
      inState(
        "Several errors",
        <div className={styles.form}>
          <ErrorSummary form={contactForm} errors={allErrors} idPrefix="several" />
        </div>,
      ),
    ],
  },
  {
    name: "Served doubts",
    states: [
      inState(
        "Two values look wrong",
        <ServedDoubts
          form={editProfileForm}
          doubts={{
            phoneNumber: "This number has 8 digits. A US number has 10.",
            zip: "A ZIP code has 5 digits.",
          }}
        />,
      ),
    ],
  },
  {
    name: "Failure dialog",
    states: [
      inState("Answers kept", <FailureDialog failure={saveFailed} onClose={nothing} />, {
        place: "alone",
      }),
      inState(
        "Own words",
        <FailureDialog failure={changesNotSaved} onClose={nothing}>
          Please type your password again.
        </FailureDialog>,
        { place: "alone" },
      ),
    ],
  },
  {
    name: "Served notice",
    states: [
      inState(
        "While the database is away",
        served(
          { collection: "", notice: "We cannot save anything right now. Please try again later." },
          <ServedNotice />,
        ),
      ),
    ],
  },
  {
    name: "Form frame",
    states: [
      inState("Empty", <Frame collection="frame-empty" />),
      inState("With errors", <Frame collection="frame-errors" errors={allErrors} />),
      inState("Busy", <Frame collection="frame-busy" busy="Sending..." />),
      inState(
        "With a cancel button",
        <Frame collection="frame-cancel" cancelButton={<Button>Cancel</Button>} />,
      ),
    ],
  },
  {
    name: "Form view",
    states: [
      // First, because only the first form of a document may introduce the signed-in person.
      inState(
        "Filled in for a signed-in person",
        view(
          {
            collection: "view-person",
            person: {
              firstName: "Ada",
              lastName: "Lovelace",
              emailAddress: "ada@example.com",
              supportId: reference,
              phoneNumber: "",
            },
          },
          supportForm,
        ),
      ),
      inState("Empty", view({ collection: "view-empty" })),
      inState(
        "Rejected by the server",
        view({
          collection: "view-errors",
          values: { name: "Ada", email: "ada@" },
          errors: { email: "Email is invalid.", message: "Message is required." },
        }),
      ),
      inState("Not saved", view({ collection: "view-failure", failure: saveFailed }), {
        place: "alone",
      }),
      inState("Sent", view({ collection: "view-sent", reference }), { place: "alone" }),
    ],
  },
  {
    name: "Sent view",
    states: [
      inState(
        "With a reference",
        <SentView
          form={contactForm}
          path={paths.contact}
          reference={reference}
          onSendAnother={nothing}
        />,
        { place: "alone" },
      ),
    ],
  },
  {
    name: "Endpoint form",
    states: [
      inState(
        "Fields in rows",
        <EndpointForm
          form={editProfileForm}
          action="/endpoint-form"
          initial={{ firstName: "Ada", state: "CO" }}
          rows={[
            ["firstName", "lastName"],
            ["city", "state", "zip"],
          ]}
          onSend={async () => ({ ok: false, error: { code: "unreachable" } })}
          onDone={nothing}
        >
          <p>Text between fields and button.</p>
        </EndpointForm>,
      ),
      inState(
        "Busy",
        <EndpointForm
          form={named(loginForm, "endpoint-busy")}
          action="/endpoint-form"
          initial={{ email: "ada@example.com", password: "correct horse" }}
          busyLabel="Logging in..."
          onSend={() => new Promise(nothing)}
          onDone={nothing}
        />,
        { press: "button[type=submit]" },
      ),
      inState(
        "Failed",
        served(
          { collection: "endpoint-failed", failure: saveFailed, code: "server-error" },
          <EndpointForm
            form={named(loginForm, "endpoint-failed")}
            action="/endpoint-form"
            onSend={() => new Promise(nothing)}
            onDone={nothing}
          />,
        ),
        { place: "alone" },
      ),
    ],
  },
  {
    name: "Form page",
    states: [
      inState(
        "With a notice",
        served(
          { collection: "", notice: "We cannot save anything right now. Please try again later." },
          <FormPage {...page} form={contactForm}>
            <p className="lead">Text between heading and form.</p>
          </FormPage>,
        ),
        { place: "page" },
      ),
    ],
  },
  {
    name: "Split page",
    states: (["low", "left"] as const).map((crop) =>
      inState(
        `Picture cropped ${crop}`,
        <SplitPage {...page} title={page.heading} crop={crop}>
          <p>Words on the left, the picture on the right.</p>
        </SplitPage>,
        { place: "page" },
      ),
    ),
  },
];
