import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./new-link.module.css";

/** In the bar: begins an email, or logs a call. */
export function NewLink() {
  const { permissions } = useCurrentStaff();
  if (!permissions.includes("inbox-work")) return null;
  return (
    <Link to={deskPaths.newMessage} className={styles.link}>
      <DeskIcon name="plus" />
      <span>New</span>
    </Link>
  );
}
