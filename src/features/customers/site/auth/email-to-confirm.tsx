import { useState } from "react";
import { formatError } from "../../../../platform/contract/errors/error-message.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../../platform/site/page/email-address.tsx";
import { request } from "../../../../platform/site/runtime/api.ts";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { settingsEndpoints } from "../../contract/settings.ts";
import styles from "./email-to-confirm.module.css";

/** Result of sending the link again; "in-settings" if the password is needed first. */
type Sent = "" | "sending" | "sent" | "in-settings" | { readonly failure: string };

/** Says that an email waits to be confirmed, with a button that sends its link again. */
export function EmailToConfirm({ email }: { readonly email: string }) {
  const [sent, setSent] = useState<Sent>("");

  async function send() {
    if (sent === "sending") return;
    setSent("sending");
    const outcome = await request(settingsEndpoints.verifyEmail);
    if (outcome.ok) return setSent("sent");
    const { error } = outcome;
    if (error.code === "confirm-needed" || error.code === "not-signed-in") {
      return setSent("in-settings");
    }
    setSent({ failure: `That did not work: ${formatError(error)}` });
  }

  return (
    <div className={styles.toConfirm}>
      <p>
        One step is left: open the email that we sent to{" "}
        <b translate="no">
          <EmailAddress>{email}</EmailAddress>
        </b>{" "}
        and press the button in it. Then we know that the address is yours.
      </p>
      <p>
        <Button
          look="ghost"
          aria-disabled={sent === "sending" || undefined}
          onClick={() => void send()}
        >
          {sent === "sending" ? "Sending..." : "Send again"}
        </Button>
      </p>
      <p role="status">
        {sent === "sent" && "We sent it again. If you don’t see it, look in your spam folder."}
        {sent === "in-settings" && (
          <>
            You can send it again in your <AppLink to={paths.settings}>settings</AppLink>.
          </>
        )}
        {typeof sent === "object" && sent.failure}
      </p>
    </div>
  );
}
