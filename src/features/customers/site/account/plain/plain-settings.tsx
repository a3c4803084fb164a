import { use } from "react";
import { office } from "../../../../../brand.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { FormStateContext } from "../../../../../platform/site/runtime/form-state.ts";
import { Button } from "../../../../../platform/site/ui/button.tsx";
import { type PortalState, withoutScripts } from "../../../contract/forms/portal-pages.ts";
import { contactMethods } from "../../../contract/settings.ts";
import { PlainFacts } from "./plain-facts.tsx";

/** The settings without scripts, with the changes that forms can make. */
export function PlainSettings({ settings }: PortalState) {
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
        <AppLink to={paths.dataRequest}>the data request form</AppLink> or call us.
      </p>
    </>
  );
}
