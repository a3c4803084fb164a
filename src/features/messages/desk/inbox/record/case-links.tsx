import { Link } from "react-router";
import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import {
  type CaseDetail,
  inboxForms,
  type LinkedCase,
  statusNames,
} from "../../../contract/inbox.ts";
import styles from "./case-links.module.css";
import type { CaseAct } from "./record-props.ts";

interface CaseLinksProps {
  readonly detail: Pick<CaseDetail, "merged" | "related">;
  /** Undefined for people who may only read. */
  readonly onChange: ((act: CaseAct) => void) | undefined;
}

/** The messages that are merged into this one, and those that are related to it. */
export function CaseLinks({ detail: { merged, related }, onChange }: CaseLinksProps) {
  if (merged.length + related.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="Linked messages">
      {merged.map((one) => (
        <li key={one.reference}>
          <Named one={one} before="Merged here" />
        </li>
      ))}
      {related.map((one) => (
        <li key={one.reference}>
          <Named one={one} before="Related" />
          {onChange && (
            <Button
              look="ghost"
              isSmall
              onClick={() => onChange({ relate: { other: one.reference, isRelated: false } })}
            >
              Remove<span className="sr"> the relation to {one.reference}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Named({ one, before }: { readonly one: LinkedCase; readonly before: string }) {
  return (
    <span>
      {before}:{" "}
      <Link to={`${deskPaths.inbox}/${one.reference}`}>
        {inboxForms[one.form] ?? one.form} {one.reference}
      </Link>{" "}
      <bdi>{one.name}</bdi>, {statusNames[one.status].toLowerCase()}
    </span>
  );
}
