import { useRef } from "react";
import { paths } from "../../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../../../../platform/site/page/email-address.tsx";
import { request } from "../../../../../../platform/site/runtime/api.ts";
import { buttonClass } from "../../../../../../platform/site/ui/button.tsx";
import { emailsAnchor } from "../../../../../requests/contract/request-emails.ts";
import { contactMethods, settingsEndpoints } from "../../../../contract/settings.ts";
import { PortalIcon } from "../../portal-icon.tsx";
import { formatSettingsError, successMessage } from "../messages.ts";
import styles from "../settings.module.css";
import { useSettings } from "../settings-context.ts";
import { ActionRow, Row } from "./row.tsx";
import { Rows, SettingsSection } from "./section.tsx";

export function ContactSection() {
  return (
    <SettingsSection title="How we reach you" surface="blue2">
      <Rows>
        <ContactMethod />
        <PhoneAndAddress />
        <RequestEmails />
        <Newsletter />
      </Rows>
    </SettingsSection>
  );
}

const savedMessages = {
  "E-mail": "Saved. We will email you.",
  "Phone Call": "Saved. We will call you.",
  "Text Message": "Saved. We will text you.",
} as const satisfies Record<(typeof contactMethods)[number], string>;

function ContactMethod() {
  const { settings, reload, setNote, withReauth } = useSettings();
  const group = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(settings.contactMethod);
  const row = "contact-method";

  async function choose(contactMethod: (typeof contactMethods)[number]) {
    latest.current = contactMethod;
    setNote(undefined);
    const outcome = await withReauth(() =>
      request(settingsEndpoints.changeContact, { contactMethod }),
    );
    // Another choice was made meanwhile.
    if (latest.current !== contactMethod) return;
    if (outcome.ok) {
      setNote({ row, ...successMessage(savedMessages[contactMethod]) });
      await reload();
      return;
    }
    // Show the saved choice again.
    for (const box of group.current?.querySelectorAll("input") ?? []) {
      box.checked = box.value === settings.contactMethod;
    }
    const note = formatSettingsError(outcome);
    setNote(note && { row, ...note });
  }

  return (
    <Row row={row} term="When we answer you">
      <fieldset ref={group} className={styles.choices}>
        <legend>Contact me first by:</legend>
        {contactMethods.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="contact-method"
              value={name}
              defaultChecked={name === settings.contactMethod}
              onChange={() => void choose(name)}
            />
            <span>
              <PortalIcon name="check" />
              {name}
            </span>
          </label>
        ))}
      </fieldset>
    </Row>
  );
}

/** People look for these here; they are on the page where requests are asked for. */
function RequestEmails() {
  return (
    <Row
      row="request-emails"
      term="Emails and texts about your requests"
      control={
        <AppLink to={`${paths.askForHelp}#${emailsAnchor}`} className={buttonClass("ghost")}>
          Choose emails and texts
        </AppLink>
      }
    >
      <p>
        Booked, who is coming, changes and receipts. Each can be turned off, and you can get texts
        too.
      </p>
    </Row>
  );
}

/** People look for these here; they are part of the profile. */
function PhoneAndAddress() {
  return (
    <Row
      row="phone-and-address"
      term="Phone and address"
      control={
        <AppLink to={paths.editProfile} className={buttonClass("ghost")}>
          Change phone or address
        </AppLink>
      }
    >
      <p>They are in your profile, with your name and photo.</p>
    </Row>
  );
}

function Newsletter() {
  const { settings, reload, withReauth } = useSettings();
  const { newsletter, emailVerified, loginEmail } = settings;
  const row = "newsletter";
  const term = "Newsletter";

  async function change() {
    const outcome = await withReauth(() =>
      request(settingsEndpoints.changeContact, { newsletter: !newsletter }),
    );
    if (!outcome.ok) return formatSettingsError(outcome);
    await reload();
    return successMessage(
      newsletter ? "You will get no more newsletters." : "You will get our next newsletter.",
    );
  }

  if (!emailVerified) {
    return (
      <Row row={row} term={term}>
        <p>Please confirm your email first. Then you can choose here.</p>
      </Row>
    );
  }
  return (
    <ActionRow
      row={row}
      term={term}
      action={newsletter ? "Turn off" : "Turn on"}
      about="the newsletter"
      onPress={change}
    >
      {newsletter ? (
        <p>
          On. It goes to{" "}
          <span translate="no">
            <EmailAddress>{loginEmail}</EmailAddress>
          </span>
          .
        </p>
      ) : (
        <p>Off.</p>
      )}
    </ActionRow>
  );
}
