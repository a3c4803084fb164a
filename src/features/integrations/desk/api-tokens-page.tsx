import { useState } from "react";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import {
  type FieldErrors,
  requireFields,
  useDeskForm,
} from "../../../platform/desk/data/use-desk-form.ts";
import { CheckBox } from "../../../platform/desk/settings/check-box.tsx";
import { CheckChoice, readChoice } from "../../../platform/desk/settings/check-choice.tsx";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { ShownOnce } from "../../../platform/desk/settings/shown-once.tsx";
import { FieldFrame, TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import {
  type ApiTokenResponse,
  apiScopeNames,
  apiScopes,
  apiTokenEndpoints,
  tokenDays,
  tokenLimits,
} from "../contract/api-tokens.ts";
import styles from "./api-tokens.module.css";
import { SandboxPanel } from "./sandbox-panel.tsx";
import { TokenTable } from "./token-table.tsx";

interface MakeTokenFormProps {
  readonly onMade: (token: ApiTokenResponse, name: string) => void;
}

const group = "scope";
const standardDays = tokenDays[1];

/** Creates a token: what it may read, and its lifetime. */
function MakeTokenForm({ onMade }: MakeTokenFormProps) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: findErrors,
    send: (values) =>
      deskRequest(apiTokenEndpoints.make, {
        name: (values.name ?? "").trim(),
        scopes: readChoice(group, apiScopeNames, values),
        days: Number(values.days),
        isTest: values.test !== undefined,
      }),
    onDone: (made, { name = "" }) => {
      form.ref.current?.reset();
      onMade(made, name.trim());
    },
  });
  return (
    <section aria-labelledby="make-token" className={styles.make}>
      <h2 id="make-token">Make a token</h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <div className={styles.pair}>
          <TextField
            id="token-name"
            name="name"
            label="Program"
            hint="What will use it, such as CRM"
            autoComplete="off"
            error={fieldErrors.name}
          />
          <FieldFrame id="token-days" label="Works for" hint="After that it stops working">
            <select
              id="token-days"
              name="days"
              defaultValue={standardDays}
              aria-describedby="token-days-hint"
            >
              {tokenDays.map((days) => (
                <option key={days} value={days}>
                  {days === 365 ? "1 year" : `${days} days`}
                </option>
              ))}
            </select>
          </FieldFrame>
        </div>
        <CheckChoice
          id="token"
          group={group}
          legend="What it may do"
          labels={apiScopes}
          checked={[]}
          error={fieldErrors.scopes}
        />
        <div>
          <CheckBox name="test" label="Test token" aria-describedby="token-test" />
          <p id="token-test" className={styles.hint}>
            It reads and writes only the sandbox below.
          </p>
        </div>
        <Actions>
          <SubmitButton isBusy={isBusy}>Make the token</SubmitButton>
        </Actions>
      </form>
      <p className={styles.hint}>It asks for your second factor.</p>
    </section>
  );
}

function findErrors(values: Readonly<Record<string, string>>): FieldErrors {
  return {
    ...requireFields(values, { name: "Name the program." }),
    ...((values.name ?? "").trim().length > tokenLimits.name && {
      name: tooLong("The name", tokenLimits.name),
    }),
    ...(readChoice(group, apiScopeNames, values).length === 0 && {
      scopes: "Choose at least one kind of record.",
    }),
  };
}

export const loadApiTokens = () => preload(apiTokenEndpoints.list);

export function ApiTokensPage() {
  const { data, reload } = usePreloaded(apiTokenEndpoints.list);
  const { tokens, sandbox } = data;
  const [message, setMessage] = useState("");
  const [made, setMade] = useState<ApiTokenResponse & { readonly name: string }>();
  const active = tokens.filter(({ state }) => state === "active").length;

  function changed(what: string) {
    setMessage(what);
    void reload();
  }

  return (
    <SettingsPanel heading="API tokens" aside={<p>{active} active</p>} message={message}>
      <p className={styles.lead}>
        With a token a program of yours reads records, and changes those that you choose.{" "}
        <a href={paths.apiDocs}>What programs can do</a>
      </p>
      {made && (
        <ShownOnce
          key={made.id}
          heading={`The token for ${made.name}, shown once`}
          secret={made.token}
          onDone={() => setMade(undefined)}
        >
          <p>Copy this token now; it is shown once. Anyone who has it can do the same.</p>
        </ShownOnce>
      )}
      {tokens.length > 0 && (
        <TokenTable
          tokens={tokens}
          onRevoked={({ id, name }) => {
            if (made?.id === id) setMade(undefined);
            changed(`The token for ${name} is revoked.`);
          }}
        />
      )}
      <MakeTokenForm
        onMade={(token, name) => {
          setMade({ ...token, name });
          changed(`The token for ${name} is made.`);
        }}
      />
      <SandboxPanel sandbox={sandbox} onEmptied={() => changed("The sandbox is empty.")} />
    </SettingsPanel>
  );
}
