import { type ReactNode, useEffect, useState } from "react";
import { settingsEndpoints } from "../../contract/endpoints/settings.ts";
import { paths } from "../../contract/paths.ts";
import { DisplaySettings } from "../layout/display-settings.tsx";
import { PageMeta } from "../page/page-meta.tsx";
import { rememberPerson } from "../runtime/prefill-person.ts";
import { usePortalData } from "./parts/use-portal-data.ts";
import { useUnfinishedPayment } from "./payment/use-unfinished-payment.ts";
import { PlainSettings } from "./plain/plain-settings.tsx";
import { PortalScreen } from "./screen/portal-screen.tsx";
import { ContactSection } from "./settings/sections/contact-section.tsx";
import { DevicesSection } from "./settings/sections/devices-section.tsx";
import { LoginSection } from "./settings/sections/login-section.tsx";
import { PaymentSection } from "./settings/sections/payment-section.tsx";
import { PrivacySection } from "./settings/sections/privacy-section.tsx";
import { Column, SettingsSection } from "./settings/sections/section.tsx";
import { SupportSection } from "./settings/sections/support-section.tsx";
import styles from "./settings/settings.module.css";
import { SettingsProvider } from "./settings/settings-provider.tsx";

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
