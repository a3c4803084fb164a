import { withId } from "../../../platform/contract/define-endpoint.ts";
import { days } from "../../../platform/contract/durations.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { formatDayInYear, formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import {
  type ApiToken,
  apiTokenEndpoints,
  deadTokenDays,
  nameScopes,
} from "../contract/api-tokens.ts";
import styles from "./api-tokens.module.css";

interface TokenTableProps {
  readonly tokens: readonly ApiToken[];
  readonly onRevoked: (token: ApiToken) => void;
}

/** Days before expiry from which a token is marked, because its program needs a new one. */
const soonDays = 7;

/** All tokens, newest first; expired and revoked ones last. */
export function TokenTable({ tokens, onRevoked }: TokenTableProps) {
  const now = useNow();
  const isActive = ({ state }: ApiToken) => state === "active";
  const sorted = [...tokens.filter(isActive), ...tokens.filter((token) => !isActive(token))];
  return (
    <>
      <table className={tableStyles.table}>
        <caption className="sr">API tokens</caption>
        <thead>
          <tr>
            <th scope="col">Program</th>
            <th scope="col">May do</th>
            <th scope="col">Last use</th>
            <th scope="col">Works until</th>
            <th scope="col">
              <span className="sr">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((token) => (
            <tr key={token.id}>
              <th scope="row">
                {token.name}
                <span className={styles.made}>
                  {token.isTest && "Test token. "}Ends with{" "}
                  <span className="exact">{token.ending}</span>, made{" "}
                  {formatDayInYear(token.createdAt, now)} by {token.createdBy}
                  {token.allowIp.length > 0 && `, works only from ${token.allowIp.join(", ")}`}
                </span>
              </th>
              <td data-label="May do">{nameScopes(token.scopes)}</td>
              <td data-label="Last use">
                {token.lastUsedAt ? formatLong(token.lastUsedAt, now) : "Never"}
              </td>
              <td data-label="Works until">
                <End token={token} now={now} />
              </td>
              <td className={tableStyles.act}>
                {isActive(token) && (
                  <AskButton
                    label="Revoke"
                    of={`the token for ${token.name}`}
                    heading={`Revoke the token for ${token.name}?`}
                    text="The token stops working immediately. This cannot be undone."
                    send={() => deskRequest(withId(apiTokenEndpoints.revoke, token.id))}
                    onDone={() => onRevoked(token)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > sorted.filter(isActive).length && (
        <p className={styles.hint}>
          Tokens that no longer work stay in this list for {deadTokenDays} days.
        </p>
      )}
    </>
  );
}

/** Until when a token works, or why it does not. */
function End({ token, now }: { token: ApiToken; now: number }) {
  const { state, expiresAt, revokedAt } = token;
  if (state !== "active") {
    const at = formatDayInYear(revokedAt ?? expiresAt, now);
    return (
      <Chip look="gray" icon="ban">
        {state === "revoked" ? "Revoked" : "Expired"} {at}
      </Chip>
    );
  }
  const day = formatDayInYear(expiresAt, now);
  const left = Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / days(1)));
  if (left > soonDays) return day;
  return (
    <Chip look="marigold" icon="clock">
      {day}, in {left === 1 ? "1 day" : `${left} days`}
    </Chip>
  );
}
