import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { Button, ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { formatNeeds, sandboxNeeds } from "../contract/payment-needs.ts";
import styles from "./payment-sandbox.module.css";

/** Stand-in for the card payment provider's pages; stores no personal data. */
export default function PaymentSandboxPage() {
  return (
    <section>
      <PageMeta
        path={paths.paymentSandbox}
        title="Payment profile in test mode"
        description="Try the payment profile without real payments."
        noIndex
      />
      <p className={`${styles.mark} on-dark`}>
        <Icon name="warning" />
        <b>Test mode: no real payments, nothing you type here is sent to a bank</b>
      </p>
      <div className={styles.words}>
        <h1>Your payment profile</h1>
        <p>
          This page stands in for our card payment provider. On the real page you type your details.
          Here you only check the boxes for what you would give.
        </p>
        <form method="post" action={paths.paymentSandbox}>
          <fieldset className={styles.needs}>
            <legend>I would give</legend>
            <div>
              {sandboxNeeds.map((code) => (
                <label key={code}>
                  <input type="checkbox" name={code} value="yes" defaultChecked />
                  <span>{formatNeeds([code])}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <p className={styles.hint}>What you leave out shows on your profile as still needed.</p>
          <ButtonRow>
            <Button type="submit">Finish the test</Button>
            <AppLink to={paths.success} className={buttonClass("ghost")}>
              Leave it unfinished
            </AppLink>
          </ButtonRow>
        </form>
      </div>
    </section>
  );
}
