import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { submissionExtras } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import type { PrivacyKind } from "../contract/cases.ts";
import {
  actName,
  askForName,
  askKeyName,
  askName,
  askPath,
  privacyForm,
  type YourPrivacyState,
} from "../contract/your-privacy.ts";
import { Box } from "./action-page.tsx";
import styles from "./your-privacy.module.css";

interface Words {
  readonly own: string;
  readonly other: string;
  readonly text: string;
}

export const askWords: Readonly<Record<PrivacyKind, Words>> = {
  copy: {
    own: "See or get a copy of my data",
    other: "See or get a copy of their data",
    text: "You get one file with everything that we have: a page that you can read, and the same for programs.",
  },
  correction: {
    own: "Correct my data",
    other: "Correct their data",
    text: "Write only what is wrong. We tell you what becomes of each.",
  },
  deletion: {
    own: "Delete my data",
    other: "Delete their data",
    text: "We delete the account, requests, messages and all else that the law lets us delete. This can’t be undone.",
  },
  "opt-out": {
    own: "Do not sell or share my data",
    other: "Do not sell or share their data",
    text: "We do not sell or share data about this address, use sensitive data only for the help that was asked for, and tell no ad company about an application for work. It counts at once, without a check.",
  },
};

const askKinds = ["copy", "correction", "deletion", "opt-out"] as const;

interface AskProps {
  readonly state: FormState;
  readonly page: YourPrivacyState;
}

/** The form of the chosen request; for another person without a choice, the choice. */
export function AskForm({ state, page }: AskProps) {
  const { ask, isAgent } = page;
  if (ask === null) return isAgent ? <ChooseForOther /> : null;
  const form = privacyForm(ask, isAgent);
  const isOwn = page.act === undefined || page.act === "ask";
  const errors = isOwn ? state.errors : undefined;
  const idPrefix = "privacy";
  return (
    <Box id={askName} look="form" heading={askWords[ask][isAgent ? "other" : "own"]}>
      <p>{askWords[ask].text}</p>
      <OtherWay ask={ask} page={page} />
      <form method="post" action={paths.yourPrivacy} noValidate className={styles.form}>
        {errors && <ErrorSummary form={form} errors={errors} idPrefix={idPrefix} />}
        {isOwn && state.failure && (
          <p role="alert" className={styles.failure}>
            {state.failure}
          </p>
        )}
        <input type="hidden" name={actName} value="ask" />
        <input type="hidden" name={askName} value={ask} />
        {page.key && <input type="hidden" name={askKeyName} value={page.key} />}
        {isAgent && <input type="hidden" name={askForName} value="other" />}
        {form.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix={idPrefix}
            defaultValue={state.values?.[field.name] ?? field.options?.[0] ?? ""}
            error={errors?.[field.name]}
          />
        ))}
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <Button type="submit">{form.submitLabel}</Button>
        <p>
          {ask === "opt-out"
            ? "We confirm it by email."
            : "Next, we email a link to be sure that it is you. We change nothing before you press it."}
        </p>
      </form>
    </Box>
  );
}

function OtherWay({ ask, page }: { readonly ask: PrivacyKind; readonly page: YourPrivacyState }) {
  const { isAgent, isSignedIn } = page;
  if (isAgent) {
    return (
      <p>
        You need their permission. <AppLink to={askPath(ask)}>Ask for yourself instead</AppLink>
      </p>
    );
  }
  const other = <AppLink to={askPath(ask, true)}>Ask for someone else instead</AppLink>;
  if (isSignedIn && (ask === "copy" || ask === "deletion")) {
    return (
      <p>
        You are logged in, so you can do this at once in{" "}
        <AppLink to={paths.settings}>your settings</AppLink>. {other}
      </p>
    );
  }
  return <p>{other}</p>;
}

function ChooseForOther() {
  return (
    <Box id={askName} look="main" heading="What do you ask for them?">
      <ul className={styles.kinds}>
        {askKinds.map((kind) => (
          <li key={kind}>
            <AppLink to={askPath(kind, true)} className={buttonClass("ghost")}>
              {askWords[kind].other}
            </AppLink>
          </li>
        ))}
      </ul>
    </Box>
  );
}
