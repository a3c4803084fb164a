import { Link } from "react-router";
import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import { firstName } from "../../../../../platform/desk/format/names.ts";
import { History } from "../../../../../platform/desk/record/history.tsx";
import { privacyStatusNames } from "../../../../privacy/contract/names.ts";
import { type CaseDetail, inboxForms } from "../../../contract/inbox.ts";
import { useInbox } from "../inbox-context.ts";
import { CaseLinks } from "./case-links.tsx";
import styles from "./record-details.module.css";
import { RecordFacts } from "./record-facts.tsx";
import type { CaseAct } from "./record-props.ts";
import { TagPicker } from "./tag-picker.tsx";

/** How a case began, if not with a form of the site. */
const origins: Readonly<Record<string, string>> = {
  Email: "Came in by email",
  PhoneCalls: "A call was logged",
  OurEmails: "Began with our email",
  Texts: "Came in by text",
  OurTexts: "Began with our text",
  AppMessages: "Sent in an app",
};

interface RecordDetailsProps {
  readonly detail: CaseDetail;
  readonly knownTags: readonly string[];
  /** Undefined for people who may only read. */
  readonly onChange: ((edit: CaseAct) => void) | undefined;
}

/** What is needed less often: answers of the form, tags, other messages of the person, history. */
export function RecordDetails({ detail, knownTags, onChange }: RecordDetailsProps) {
  const { person, nameOf, now } = useInbox();
  const { form, reference, request } = detail;
  return (
    <>
      <p className={styles.links}>
        <Link to={`${deskPaths.people}/${reference}`}>
          {detail.othersOfContact > 0
            ? `All ${detail.othersOfContact + 1} from ${firstName(detail.name)}`
            : `About ${firstName(detail.name)}`}
        </Link>
        {request !== null && person.permissions.includes("deletion") && (
          <Link to={`${deskPaths.privacy}/${reference}`}>
            Privacy case: {privacyStatusNames[request]}
          </Link>
        )}
      </p>
      <CaseLinks detail={detail} onChange={onChange} />
      <RecordFacts detail={detail} />
      {onChange && (
        <div className={styles.tags}>
          <TagPicker
            tags={detail.tags}
            knownTags={knownTags}
            onChange={(tags) => onChange({ tags })}
          />
        </div>
      )}
      <History
        changes={detail.history}
        createdAt={detail.createdAt}
        created={origins[form] ?? `Sent with the form ${inboxForms[form] ?? form}`}
        nameOf={nameOf}
        now={now}
      />
    </>
  );
}
