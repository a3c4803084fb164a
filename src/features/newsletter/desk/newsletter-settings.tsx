import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { linkClass } from "../../../platform/desk/ui/form-controls.tsx";
import { newsletterEndpoints, type SyncState } from "../contract/newsletter-desk.ts";
import styles from "./newsletter-settings.module.css";

export const loadNewsletterState = () => preload(newsletterEndpoints.counts);

/** Settings: the newsletter's configuration. Read-only: the server's environment sets it. */
export function NewsletterSettings() {
  const { confirms, sync } = usePreloaded(newsletterEndpoints.counts).data;
  return (
    <SettingsPanel heading="Newsletter" message="">
      <p>
        These are settings of the server. An operator changes them and restarts the server. The
        subscribers are in{" "}
        <Link to={deskPaths.newsletter} className={linkClass}>
          Newsletter
        </Link>
        .
      </p>
      <section className={styles.setting} aria-labelledby="confirm-heading">
        <h2 id="confirm-heading">Confirm by email</h2>
        <OnOff isOn={confirms} />
        <p>
          {confirms
            ? "Subscribers confirm with an emailed link before they get the newsletter."
            : "Subscribers get the newsletter as soon as they sign up."}
        </p>
        <p>
          Set by <span className="exact">NEWSLETTER_DOUBLE_OPT_IN</span>: on or off.
        </p>
      </section>
      <section className={styles.setting} aria-labelledby="listmonk-heading">
        <h2 id="listmonk-heading">Sync with listmonk</h2>
        <OnOff isOn={sync !== null} />
        {sync === null ? <p>Subscribers are stored only here.</p> : <InStep sync={sync} />}
        <p>
          Set by <span className="exact">LISTMONK_URL</span>,{" "}
          <span className="exact">LISTMONK_USER</span>,{" "}
          <span className="exact">LISTMONK_TOKEN</span> and{" "}
          <span className="exact">LISTMONK_LIST_ID</span>.
        </p>
      </section>
    </SettingsPanel>
  );
}

function OnOff({ isOn }: { isOn: boolean }) {
  return (
    <Chip look={isOn ? "sage" : "gray"} icon={isOn ? "check" : "spam"}>
      {isOn ? "On" : "Off"}
    </Chip>
  );
}

function InStep({ sync }: { sync: SyncState }) {
  const now = useNow();
  const { at, waiting, failure } = sync;
  return (
    <p>
      {at === null ? "Not synced yet." : `Last synced ${formatLong(at, now)}.`}{" "}
      {waiting > 0 && `${waiting.toLocaleString("en-US")} addresses wait. `}
      {failure}
    </p>
  );
}
