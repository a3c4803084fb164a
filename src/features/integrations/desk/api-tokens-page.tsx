import { useState } from "react";
import { paths } from "../../../platform/contract/paths.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { ShownOnce } from "../../../platform/desk/settings/shown-once.tsx";
import { type ApiTokenResponse, apiTokenEndpoints } from "../contract/api-tokens.ts";
import styles from "./api-tokens.module.css";
import { TokenTable } from "./token-table.tsx";

export const loadApiTokens = () => preload(apiTokenEndpoints.list);

export function ApiTokensPage() {
  const { data, reload } = usePreloaded(apiTokenEndpoints.list);
  const { tokens } = data;
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
