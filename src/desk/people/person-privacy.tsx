import { Link } from "react-router";
import type { PersonResponse } from "../../contract/desk/people.ts";
import { roleNames } from "../../contract/desk/roles.ts";
import { firstName } from "../format/names.ts";
import { newRequest, type RequestSeed, requestPath } from "../privacy/parts/request-path.ts";
import { usePerson } from "../session/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Actions } from "../ui/panel.tsx";
import styles from "./person.module.css";

/** The open request about the person's data, or the ways to start one. */
export function PersonPrivacy({ person }: { person: PersonResponse }) {
  const { openPrivacyCase, name, emails } = person;
  const { permissions } = usePerson();
  const first = firstName(name);
  const [email] = emails;
  const seed = (kind: RequestSeed["kind"]): RequestSeed => ({ kind, name, email: email ?? "" });
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
              <Link to={requestPath(newRequest, "open")} state={seed("copy")} className={look}>
                Copy of {first}’s data
              </Link>
              <Link to={requestPath(newRequest, "open")} state={seed("deletion")} className={look}>
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
