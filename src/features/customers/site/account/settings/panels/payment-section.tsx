import { paths } from "../../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../../../../platform/site/ui/button.tsx";
import { paymentSetupPath } from "../../../../../payments/site/payment-anchor.ts";
import { PaymentNeeds } from "../../../../../payments/site/payment-needs.tsx";
import { Chip } from "../../chip.tsx";
import styles from "../settings.module.css";
import { useSettings } from "../settings-context.ts";
import { SettingsSection } from "./section.tsx";

export function PaymentSection() {
  const { paymentComplete, paymentNeeds } = useSettings().settings;
  return (
    <SettingsSection title="Payment profile" surface="paper2">
      <p className={styles.payment}>
        <Chip done={paymentComplete}>{paymentComplete ? "Complete" : "Incomplete"}</Chip>
      </p>
      <p>
        {!paymentComplete
          ? "Set it up once, then pay for help by card. It takes a few minutes."
          : paymentNeeds.length > 0
            ? "It is set up. Your answers stay with our card payment provider."
            : "You can pay for help by card. Your card stays with our card payment provider."}
      </p>
      <PaymentNeeds needs={paymentNeeds} />
      {!paymentComplete && (
        <p className={styles.payment}>
          <AppLink to={paymentSetupPath} className={buttonClass()}>
            Set up payments
          </AppLink>
        </p>
      )}
      <p>
        You can <AppLink to={paths.cancel}>cancel a plan</AppLink> here.
      </p>
    </SettingsSection>
  );
}
