import { Link } from "react-router";
import { roleNames } from "../../../../platform/contract/desk/roles.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import {
  newPrivacyRequest,
  type PrivacyRequestSeed,
  requestPath,
} from "../../../privacy/desk/request-path.ts";
import type { ContactResponse } from "../../contract/contacts.ts";
import styles from "./contact.module.css";

export function ContactPrivacy({ person }: { person: ContactResponse }) {
  const { openPrivacyCase, name, emails } = person;
  const { permissions } = useCurrentStaff();
  const first = firstName(name);
  const [email] = emails;
  const seed = (kind: PrivacyRequestSeed["kind"]): PrivacyRequestSeed => ({
    kind,
    name,
    email: email ?? "",
  });
  const look = buttonClass("ghost", true);
  return (
    <section className={styles.privacy} aria-labelledby="person-privacy">
      <h2 id="person-privacy">Privacy</h2>
      <p>
        {openPrivacyCase === null ? "No case is open." : `Case ${openPrivacyCase} is open.`}
        {!permissions.includes("deletion") &&
          ` Staff with the role ${roleNames.privacy} handle these.`}
      </p>
      {permissions.includes("deletion") && (
        <Actions>
          {openPrivacyCase === null ? (
            <>
              <Link
                to={requestPath(newPrivacyRequest, "open")}
                state={seed("copy")}
                className={look}
              >
                Copy of {first}’s data
              </Link>
              <Link
                to={requestPath(newPrivacyRequest, "open")}
                state={seed("deletion")}
                className={look}
              >
                Deletion case
              </Link>
            </>
          ) : (
            <Link to={requestPath(openPrivacyCase, "open")} className={look}>
              Open the case
            </Link>
          )}
        </Actions>
      )}
    </section>
  );
}
