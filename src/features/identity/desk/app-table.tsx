import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { formatDayInYear } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { type App, appEndpoints } from "../contract/apps.ts";
import styles from "./apps.module.css";

interface AppTableProps {
  readonly apps: readonly App[];
  readonly onRemoved: (app: App) => void;
}

/** All apps, newest first. */
export function AppTable({ apps, onRemoved }: AppTableProps) {
  const now = useNow();
  return (
    <table className={tableStyles.table}>
      <caption className="sr">Apps</caption>
      <thead>
        <tr>
          <th scope="col">App</th>
          <th scope="col">Client ID</th>
          <th scope="col">Returns to</th>
          <th scope="col">
            <span className="sr">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => (
          <tr key={app.id}>
            <th scope="row">
              {app.name}
              <span className={styles.address}>
                Added {formatDayInYear(app.createdAt, now)} by {app.createdBy}
              </span>
            </th>
            <td data-label="Client ID">
              <span className="exact">{app.id}</span>
            </td>
            <td data-label="Returns to">
              <Addresses app={app} />
            </td>
            <td className={tableStyles.act}>
              <AskButton
                label="Remove"
                of={app.name}
                heading={`Remove ${app.name}?`}
                text="Its users are logged out of it immediately. This cannot be undone."
                send={() => deskRequest(withId(appEndpoints.remove, app.id))}
                onDone={() => onRemoved(app)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Addresses({ app }: { app: App }) {
  const after = [
    ...app.postLogoutUris.map((uri) => ["After logging out", uri] as const),
    ...(app.backchannelUri === null ? [] : [["Told of log-outs", app.backchannelUri] as const]),
  ];
  return (
    <>
      {app.redirectUris.map((uri) => (
        <span key={uri} className={styles.address}>
          {uri}
        </span>
      ))}
      {after.map(([what, uri]) => (
        <span key={`${what} ${uri}`} className={styles.address}>
          {what}: {uri}
        </span>
      ))}
    </>
  );
}
