import { type ReactNode, use, useEffect, useState } from "react";
import { office } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { DisplaySettings } from "../../../../platform/site/layout/display-settings.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { request } from "../../../../platform/site/runtime/api.ts";
import { FormStateContext } from "../../../../platform/site/runtime/form-state.ts";
import { rememberCustomer } from "../../../../platform/site/runtime/prefill-customer.ts";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { useUnfinishedPayment } from "../../../payments/site/use-unfinished-payment.ts";
import { type PortalState, withoutScripts } from "../../contract/portal-pages.ts";
import {
  type AppResponse,
  contactMethods,
  type DeviceResponse,
  settingsEndpoints,
} from "../../contract/settings.ts";
import { Chip } from "./chip.tsx";
import { PortalScreen } from "./portal-screen.tsx";
import { formatDay, formatSettingsError, successMessage } from "./settings/messages.ts";
import { ContactSection } from "./settings/panels/contact-section.tsx";
import { LoginSection } from "./settings/panels/login-section.tsx";
import { PaymentSection } from "./settings/panels/payment-section.tsx";
import { PrivacySection } from "./settings/panels/privacy-section.tsx";
import { ActionRow, Row } from "./settings/panels/row.tsx";
import { Column, Rows, SettingsSection } from "./settings/panels/section.tsx";
import { SupportSection } from "./settings/panels/support-section.tsx";
import { PlainFacts } from "./settings/plain-facts.tsx";
import styles from "./settings/settings.module.css";
import { useSettings } from "./settings/settings-context.ts";
import { SettingsProvider } from "./settings/settings-provider.tsx";
import { usePortalData } from "./use-portal-data.ts";

const here = "this-device";

function DevicesSection() {
  const { apps, devices } = useSettings().settings;
  const others = devices.filter(({ current }) => !current);
  return (
    <SettingsSection title="Devices" surface="white">
      <p>
        You are logged in on these devices. If you do not know one, log it out, then change your
        password.
      </p>
      <Rows>
        {devices
          .filter(({ current }) => current)
          .map(({ id, name }) => (
            <Row key={id} row={here} term={name} control={<Chip done>This one</Chip>}>
              <p>In use now</p>
            </Row>
          ))}
        {others.map((device) => (
          <Device key={device.id} device={device} />
        ))}
        {apps.map((app) => (
          <AppLine key={app.id} app={app} />
        ))}
        {others.length + apps.length > 1 && <AllOthers />}
      </Rows>
    </SettingsSection>
  );
}

function Device({ device: { id, name, lastSeenAt } }: { device: DeviceResponse }) {
  const { reload, withReauth } = useSettings();

  async function logOut() {
    const outcome = await withReauth(() => request(withId(settingsEndpoints.removeDevice, id)));
    // A session that is already gone is fine.
    if (!outcome.ok && outcome.error.code !== "not-found") return formatSettingsError(outcome);
    await reload();
    return { row: here, ...successMessage(`${name} is logged out.`) };
  }

  return (
    <ActionRow row={`device-${id}`} term={name} action="Log out" about={name} onPress={logOut}>
      <p>Last used {formatDay(lastSeenAt)}</p>
    </ActionRow>
  );
}

function AppLine({ app: { id, name, lastUsedAt } }: { app: AppResponse }) {
  const { reload, withReauth } = useSettings();

  async function end() {
    const outcome = await withReauth(() => request(withId(settingsEndpoints.removeApp, id)));
    if (!outcome.ok && outcome.error.code !== "not-found") return formatSettingsError(outcome);
    await reload();
    return { row: here, ...successMessage(`${name} is logged out.`) };
  }

  return (
    <ActionRow row={`app-${id}`} term={name} action="End" about={name} onPress={end}>
      <p>App, last used {formatDay(lastUsedAt)}</p>
    </ActionRow>
  );
}

function AllOthers() {
  const { reload, withReauth } = useSettings();

  async function logOut() {
    const outcome = await withReauth(() => request(settingsEndpoints.removeDevices));
    if (!outcome.ok) return formatSettingsError(outcome);
    await reload();
    return { row: here, ...successMessage("All other devices are logged out.") };
  }

  return (
    <ActionRow
      row="other-devices"
      term="All but this one"
      action="Log out all others"
      onPress={logOut}
    >
      <p>This device stays logged in.</p>
    </ActionRow>
  );
}

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
    if (person) rememberCustomer(person);
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

/** The settings without scripts, with the changes that forms can make. */
function PlainSettings({ settings }: PortalState) {
  const failure = use(FormStateContext)?.failure;
  if (!settings) return null;
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: office.timeZone });
  const format = (iso: string) => day.format(Date.parse(iso));
  return (
    <>
      {failure && <p role="alert">{failure}</p>}
      <PlainFacts
        facts={[
          ["Support ID", settings.supportId],
          ["You log in with", settings.loginEmail],
          ...(settings.pendingEmail === null
            ? []
            : [["New email, not confirmed yet", settings.pendingEmail] as const]),
          ["Newsletter", settings.newsletter ? "On" : "Off"],
          ["Passkeys", settings.passkeys.map(({ name }) => name).join("; ") || "None"],
          ["Codes from an app", settings.hasAuthenticator ? "On" : "Off"],
        ]}
      />
      {!settings.emailVerified && (
        <form method="post" action={paths.settings}>
          <h2>Please confirm your email</h2>
          <p>We sent you an email with a link. Open it to show us that the address is yours.</p>
          <Button type="submit" name="verifyEmail" value="yes">
            Send the link again
          </Button>
        </form>
      )}
      <form method="post" action={paths.settings}>
        <h2>When we answer you</h2>
        <fieldset>
          <legend>Contact me first by:</legend>
          {contactMethods.map((name) => (
            <p key={name}>
              <label>
                <input
                  type="radio"
                  name="contactMethod"
                  value={name}
                  defaultChecked={name === settings.contactMethod}
                />{" "}
                {name}
              </label>
            </p>
          ))}
        </fieldset>
        <Button type="submit">Save</Button>
      </form>
      <h2>Phone and address</h2>
      <p>
        <AppLink to={withoutScripts(paths.editProfile)}>Change phone or address</AppLink>
      </p>
      <h2>Devices</h2>
      <p>You are logged in on these devices.</p>
      <ul>
        {settings.devices.map(({ id, name, current, lastSeenAt }) => (
          <li key={id}>
            {name}, {current ? "this one" : `last used on ${format(lastSeenAt)}`}
          </li>
        ))}
        {settings.apps.map(({ id, name, lastUsedAt }) => (
          <li key={id}>
            {name}, app, last used on {format(lastUsedAt)}
          </li>
        ))}
      </ul>
      {settings.deletionRequests.length > 0 && (
        <>
          <h2>Data deletion requests</h2>
          <ul>
            {settings.deletionRequests.map(({ reference, answerBy, doneAt }) => (
              <li key={reference}>
                {reference}:{" "}
                {doneAt === null ? `we answer by ${format(answerBy)}` : `done ${format(doneAt)}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        To change your password or email, use{" "}
        <AppLink to={paths.forgotPassword}>a link by email</AppLink> or turn on JavaScript. To get a
        copy of your data or delete your account, turn on JavaScript, use{" "}
        <AppLink to={paths.privacyRequest}>the data request form</AppLink> or call us. To end a
        plan, open <AppLink to={paths.cancel}>Cancel a plan</AppLink>.
      </p>
    </>
  );
}
