import { type ReactNode, useEffect, useState } from "react";
import { paths } from "../../../../platform/contract/paths.ts";
import { DisplaySettings } from "../../../../platform/site/layout/display-settings.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { rememberPerson } from "../../../../platform/site/runtime/prefill-person.ts";
import { useUnfinishedPayment } from "../../../payments/site/use-unfinished-payment.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { PlainSettings } from "./plain/plain-settings.tsx";
import { PortalScreen } from "./portal-screen.tsx";
import { ContactSection } from "./settings/panels/contact-section.tsx";
import { DevicesSection } from "./settings/panels/devices-section.tsx";
import { LoginSection } from "./settings/panels/login-section.tsx";
import { PaymentSection } from "./settings/panels/payment-section.tsx";
import { PrivacySection } from "./settings/panels/privacy-section.tsx";
import { Column, SettingsSection } from "./settings/panels/section.tsx";
import { SupportSection } from "./settings/panels/support-section.tsx";
import styles from "./settings/settings.module.css";
import { SettingsProvider } from "./settings/settings-provider.tsx";
import { usePortalData } from "./use-portal-data.ts";

export default function SettingsPage() {
  /** Replaces the page once the account is deleted. */
  const [replacement, setReplacement] = useState<ReactNode>();
  return (
    <>
      <PageMeta
        path={paths.settings}
        title={replacement ? "Your account is deleted" : "Settings"}
        description="Your support ID, how you log in, how we reach you, and your data."
        noIndex
      />
      {replacement ?? <Settings onDeleted={setReplacement} />}
    </>
  );
}

function Settings({ onDeleted }: { onDeleted: (replacement: ReactNode) => void }) {
  const load = usePortalData(settingsEndpoints.read);
  const person = load.state === "ready" ? load.data.person : undefined;
  useEffect(() => {
    if (person) rememberPerson(person);
  }, [person]);
  useUnfinishedPayment(load.state === "ready" && !load.data.paymentComplete);
  return (
    <div className={styles.ground}>
      <PortalScreen
        heading="Settings"
        load={load}
        plain={(portal) => import.meta.env.SSR && <PlainSettings {...portal} />}
      >
        {(settings) => (
          <SettingsProvider settings={settings} reload={load.reload}>
            <p className={`lead ${styles.lead}`}>
              You can change anything here and change it back, except deleting your account.
            </p>
            <div className={styles.plan}>
              <Column>
                <SupportSection />
                <ContactSection />
                <PaymentSection />
              </Column>
              <Column>
                <LoginSection />
                <DevicesSection />
                <SettingsSection title="Reading settings" surface="sage">
                  <DisplaySettings />
                </SettingsSection>
              </Column>
              <PrivacySection onDeleted={onDeleted} />
            </div>
          </SettingsProvider>
        )}
      </PortalScreen>
    </div>
  );
}
