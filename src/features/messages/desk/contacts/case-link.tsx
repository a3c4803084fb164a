import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { type CaseRow, inboxForms } from "../../contract/inbox.ts";
import styles from "./contact.module.css";

/** Collections of applications, by name. Anyone who sees one here may open it. */
const applications: Readonly<Record<string, string | undefined>> = {
  CareApplications: "Caregiver application",
  ProApplications: "Provider application",
};

/** A message by the name of its form: a link for those who may read the inbox. Or an application. */
export function CaseLink({ form, reference }: Pick<CaseRow, "form" | "reference">) {
  const { permissions } = useCurrentStaff();
  const application = applications[form];
  const name = application ?? inboxForms[form] ?? form;
  const base = application === undefined ? deskPaths.inbox : deskPaths.applications;
  if (!application && !permissions.includes("inbox-read"))
    return <b className={styles.name}>{name}</b>;
  return (
    <Link to={`${base}/${reference}`} className={styles.name}>
      <bdi>{name}</bdi>
      <span className="sr"> {reference}</span>
    </Link>
  );
}
