import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { paths } from "../../../platform/contract/paths.ts";
import { deskRequest } from "../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../platform/desk/api/request-failure.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { ShownOnce } from "../../../platform/desk/settings/shown-once.tsx";
import {
  type ApiTokenListResponse,
  type ApiTokenResponse,
  apiTokenEndpoints,
} from "../contract/api-tokens.ts";
import styles from "./api-tokens.module.css";
import { MakeTokenForm } from "./make-token-form.tsx";
import { TokenTable } from "./token-table.tsx";

/** Reads the tokens. @throws RequestFailure */
export async function loadApiTokens(): Promise<ApiTokenListResponse> {
  const outcome = await deskRequest(apiTokenEndpoints.list);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  return outcome.data;
}

/** Settings: tokens with which other programs read records. */
export function ApiTokensPage() {
  const { tokens } = useLoaderData<ApiTokenListResponse>();
  const { revalidate } = useRevalidator();
  const [message, setMessage] = useState("");
  const [made, setMade] = useState<ApiTokenResponse & { readonly name: string }>();
  const active = tokens.filter(({ state }) => state === "active").length;

  function changed(what: string) {
    setMessage(what);
    void revalidate();
  }

  return (
    <SettingsPanel heading="API tokens" aside={<p>{active} active</p>} message={message}>
      <p className={styles.lead}>
        With a token a program of yours reads records. It cannot change them.{" "}
        <a href={paths.apiDocs}>What programs can read</a>
      </p>
      {made && (
        <ShownOnce
          key={made.id}
          heading={`The token for ${made.name}, shown once`}
          secret={made.token}
          onDone={() => setMade(undefined)}
        >
          <p>Copy this token now; it is shown once. Anyone who has it can read these records.</p>
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
    </SettingsPanel>
  );
}
