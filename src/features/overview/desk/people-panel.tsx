import type { Colleague } from "../../../platform/contract/desk/staff.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { House, type Roof } from "../../../platform/desk/format/house.tsx";
import { shownName } from "../../../platform/desk/format/names.ts";
import { Street } from "../../../platform/desk/format/street.tsx";
import { countWindows, findWindowScale } from "../../../platform/desk/format/window-scale.ts";
import { maxCount } from "../../messages/contract/desk/inbox.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { windowOf } from "./overview-text.ts";

/** Houses of the picture; the table has everybody. */
const maxHouses = 5;
const maxWindows = 10;
const roofs: readonly Roof[] = ["green", "blue", "marigold", "clay"];

interface PeoplePanelProps {
  readonly overview: OverviewResponse;
  readonly colleagues: readonly Colleague[];
}

export function PeoplePanel({ overview: { open, openBy }, colleagues }: PeoplePanelProps) {
  const people = openBy.map(({ staffId, count }) => {
    const colleague = colleagues.find(({ id }) => id === staffId);
    const name = colleague ? shownName(colleague, colleagues) : staffId ? "Left" : "Unassigned";
    return { key: staffId ?? "nobody", name, count };
  });
  const shown = people.slice(0, maxHouses);
  const scale = findWindowScale(Math.max(0, ...shown.map(({ count }) => count)), maxWindows);
  return (
    <NumberPanel
      heading="Open by person"
      number={formatCount(open, open < maxCount)}
      text={`open. ${windowOf(scale, "message", "messages")}.`}
      className={styles.quarter}
    >
      <Street
        label={people.map(({ name, count }) => `${name}: ${count}`).join(", ") || "None is open."}
        houses={shown.map(({ key, name, count }, index) => ({
          key,
          house: (
            <House
              windows={countWindows(count, scale)}
              columns={1}
              pane={[22, 14]}
              roof={key === "nobody" ? "gray" : (roofs[index % roofs.length] ?? "green")}
            />
          ),
          caption: (
            <>
              <b>{count}</b>
              <bdi>{name}</bdi>
            </>
          ),
        }))}
      />
      <NumberTable
        name="Open by person"
        columns={["Who", "Open"]}
        rows={people.map(({ name, count }) => [name, count])}
      />
    </NumberPanel>
  );
}
