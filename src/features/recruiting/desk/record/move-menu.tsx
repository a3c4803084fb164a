import { useRef } from "react";
import { Link } from "react-router";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon, type DeskIconName } from "../../../../platform/desk/ui/desk-icon.tsx";
import { applicationStatusNames } from "../../contract/applications.ts";
import { otherEnds, type SentStatus, stages } from "../../contract/stages.ts";
import { comparePath } from "../application-query.ts";
import styles from "./move-menu.module.css";

const icons: Readonly<Record<(typeof otherEnds)[number], DeskIconName>> = {
  waitlist: "clock",
  "not-eligible": "ban",
  rejected: "close",
  withdrawn: "leave",
  duplicate: "people",
};

interface MoveMenuProps {
  readonly reference: string;
  readonly status: SentStatus;
  readonly isSaving: boolean;
  readonly onMove: (status: SentStatus) => void;
}

export function MoveMenu({ reference, status, isSaving, onMove }: MoveMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  function move(next: SentStatus) {
    if (isSaving || next === status) return;
    if (menu.current) menu.current.open = false;
    summary.current?.focus();
    onMove(next);
  }
  const renderItem = (item: SentStatus, icon?: DeskIconName) => (
    <li key={item}>
      <button type="button" aria-disabled={item === status || undefined} onClick={() => move(item)}>
        {icon && <DeskIcon name={icon} />}
        {applicationStatusNames[item]}
        {item === status && <span className={styles.now}>now</span>}
      </button>
    </li>
  );
  return (
    <details
      ref={menu}
      className={styles.menu}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !menu.current?.open) return;
        menu.current.open = false;
        summary.current?.focus();
      }}
    >
      <summary ref={summary} className={buttonClass()}>
        {isSaving ? "Moving…" : "Move to…"}
        <DeskIcon name="down" />
      </summary>
      <div className={styles.items}>
        <ul aria-label="Hiring stages">{stages.map((stage) => renderItem(stage))}</ul>
        <ul aria-label="Other outcomes">
          {otherEnds.map((end) =>
            end === "duplicate" ? (
              <li key={end}>
                <Link to={comparePath(reference)}>
                  <DeskIcon name={icons[end]} />
                  {applicationStatusNames[end]}
                </Link>
              </li>
            ) : (
              renderItem(end, icons[end])
            ),
          )}
        </ul>
      </div>
    </details>
  );
}
