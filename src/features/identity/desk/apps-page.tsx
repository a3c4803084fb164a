import { useState } from "react";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import {
  type FieldErrors,
  requireFields,
  useDeskForm,
} from "../../../platform/desk/data/use-desk-form.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { describedBy, FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { appEndpoints, appLimits } from "../contract/apps.ts";
import { AppTable } from "./app-table.tsx";
import styles from "./apps.module.css";

/** Adds an app: its name, and the addresses that it is reached at. */
function AddAppForm({ onAdded }: { readonly onAdded: (id: string, name: string) => void }) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: findErrors,
    send: (values) =>
      deskRequest(appEndpoints.add, {
        name: (values.name ?? "").trim(),
        redirectUris: readLines(values.redirectUris),
        postLogoutUris: readLines(values.postLogoutUris),
        backchannelUri: values.backchannelUri?.trim() || null,
      }),
    onDone: ({ id }, { name = "" }) => {
      form.ref.current?.reset();
      onAdded(id, name.trim());
    },
  });
  return (
    <section aria-labelledby="add-app" className={styles.add}>
      <h2 id="add-app">Add an app</h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <TextField
          id="app-name"
          name="name"
          label="Name"
          hint="As its users know it"
          autoComplete="off"
          error={fieldErrors.name}
        />
        <Lines
          id="app-redirects"
          name="redirectUris"
          label="Addresses to return to"
          hint="One a line: https addresses that the app claims, or its own scheme"
          error={fieldErrors.redirectUris}
        />
        <Lines
          id="app-logouts"
          name="postLogoutUris"
          label="Addresses after logging out"
          hint="One a line, optional"
          error={fieldErrors.postLogoutUris}
        />
        <TextField
          id="app-backchannel"
          name="backchannelUri"
          label="Address that is told of log-outs"
          hint="An https address of the app's server, optional"
          autoComplete="off"
          error={fieldErrors.backchannelUri}
        />
        <Actions>
          <SubmitButton isBusy={isBusy}>Add the app</SubmitButton>
        </Actions>
      </form>
      <p className={styles.hint}>It asks for your second factor.</p>
    </section>
  );
}

interface LinesProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
}

function Lines({ id, name, label, hint, error }: LinesProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        name={name}
        rows={2}
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

function readLines(text = ""): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function findErrors(values: Readonly<Record<string, string>>): FieldErrors {
  return {
    ...requireFields(values, {
      name: "Name the app.",
      redirectUris: "Enter at least one address.",
    }),
    ...((values.name ?? "").trim().length > appLimits.name && {
      name: tooLong("The name", appLimits.name),
    }),
  };
}

export const loadApps = () => preload(appEndpoints.list);

export function AppsPage() {
  const { data, reload } = usePreloaded(appEndpoints.list);
  const { apps, issuer } = data;
  const [message, setMessage] = useState("");

  function changed(what: string) {
    setMessage(what);
    void reload();
  }

  return (
    <SettingsPanel
      heading="Apps"
      aside={<p>{apps.length === 1 ? "1 app" : `${apps.length} apps`}</p>}
      message={message}
    >
      <p className={styles.lead}>
        Users of these apps log in with their account here, by OpenID Connect. The issuer is{" "}
        <span className="exact">{issuer}</span>.
      </p>
      {apps.length > 0 && (
        <AppTable
          apps={apps}
          onRemoved={({ name }) => changed(`${name} is removed. Its users are logged out of it.`)}
        />
      )}
      <AddAppForm onAdded={(id, name) => changed(`${name} is added. Its client ID is ${id}.`)} />
    </SettingsPanel>
  );
}
