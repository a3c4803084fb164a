import { paths } from "../../../../../../platform/contract/paths.ts";
import { EndpointForm } from "../../../../../../platform/site/forms/endpoint-form.tsx";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { settingsEndpoints } from "../../../../contract/settings.ts";
import { authenticatorForm } from "../../../../contract/settings-forms.ts";
import { CopyButton } from "../copy-button.tsx";
import type { CodeSetupProps } from "../panel-props.ts";
import { useSettings } from "../settings-context.ts";
import styles from "./codes.module.css";

export function CodeSetup({ start, onDone }: CodeSetupProps) {
  const { secret, qr } = start;
  const { withReauth } = useSettings();
  return (
    <>
      <ol className={styles.steps}>
        <li>
          <h4>Get an app for codes</h4>
          <p>
            It is a free app that shows a new code every 30 seconds. If your phone has none, look
            for authenticator apps in the app store.
          </p>
        </li>
        <li>
          <h4>Let it scan this picture</h4>
          <svg
            className={styles.qr}
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            role="img"
            aria-label="A square code for the camera of your app. The same key is below as text."
          >
            <path d={qr.path} />
          </svg>
          <p>No camera? Type this key into the app:</p>
          <p className={`exact ${styles.secret}`} translate="no">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </p>
          <CopyButton text={secret} what="key" look="ghost" />
        </li>
        <li>
          <h4>Type the code that it shows</h4>
        </li>
      </ol>
      <EndpointForm
        form={authenticatorForm}
        action={paths.settings}
        onSend={(values) =>
          withReauth(() => request(settingsEndpoints.confirmAuthenticator, values))
        }
        onDone={onDone}
      />
    </>
  );
}
