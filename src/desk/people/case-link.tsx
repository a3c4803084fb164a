import { Link } from "react-router";
import { type CaseRow, inboxForms } from "../../contract/desk/inbox.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { usePerson } from "../session/session.ts";
import styles from "./person.module.css";

/** A message by the name of its form: a link for those who may read the inbox. */
export function CaseLink({ form, reference }: Pick<CaseRow, "form" | "reference">) {
  const { permissions } = usePerson();
  const name = inboxForms[form] ?? form;
  if (!permissions.includes("inbox-read")) return <b className={styles.name}>{name}</b>;
  return (
    <Link to={`${deskPaths.inbox}/${reference}`} className={styles.name}>
      {name}
      <span className="sr"> {reference}</span>
    </Link>
  );
}
