import { brand } from "../../../../../../brand.ts";
import { paths } from "../../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../../../../platform/site/ui/button.tsx";
import { unknownBrowser } from "../../../../contract/settings.ts";
import { CopyButton } from "../copy-button.tsx";
import styles from "../settings.module.css";
import { useSettings } from "../settings-context.ts";
import { SettingsSection } from "./section.tsx";

/** The support ID in two groups: "4KDP M2X9". */
function formatSupportId(supportId: string): string {
  const half = supportId.length / 2;
  return `${supportId.slice(0, half)} ${supportId.slice(half)}`;
}

export function SupportSection() {
  const { supportId, devices } = useSettings().settings;
  const device = devices.find(({ current }) => current);
  return (
    <SettingsSection title="Support ID" surface="marigold">
      <p>Tell us this when you call or write. It helps us find you fast.</p>
      <div className={styles.idBox}>
        <p className={`exact ${styles.supportId}`} translate="no">
          {formatSupportId(supportId)}
        </p>
        <CopyButton text={supportId} what="support ID" />
      </div>
      <p>
        Read it out loud, letter by letter. It has no letter O and no letter I. On the phone you
        reach us at <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>.
      </p>
      {device && device.name !== unknownBrowser && (
        <p>
          If we ask what you use, say: the {brand.name} website, {device.name}.
        </p>
      )}
      <p className={styles.help}>
        <AppLink to={paths.support} className={buttonClass("ghost")}>
          Write to us
        </AppLink>
        <span>We fill in your name, email and support ID.</span>
      </p>
    </SettingsSection>
  );
}
