import { House, type Roof } from "../../../../platform/desk/format/house.tsx";
import { Street } from "../../../../platform/desk/format/street.tsx";
import { countWindows, findWindowScale } from "../../../../platform/desk/format/window-scale.ts";
import { type FunnelSource, sourceName } from "../../contract/desk/funnel.ts";

const roofs: readonly Roof[] = ["blue", "green", "marigold", "rose", "sage"];
/** Windows of one floor, and of the highest house. */
const columns = 4;
const maxWindows = 48;

/** How many applications one window stands for, the same in all houses. */
export function findScale(sources: readonly FunnelSource[]): number {
  return findWindowScale(Math.max(...sources.map(({ sent }) => sent)), maxWindows);
}

interface FunnelStreetProps {
  readonly sources: readonly FunnelSource[];
  readonly days: number;
}

/** A house for each source: its windows are applications, lit ones are hired people. */
export function FunnelStreet({ sources, days }: FunnelStreetProps) {
  const scale = findScale(sources);
  const told = sources.map(
    ({ source, sent, hired }) => `${sourceName(source)} ${hired} of ${sent}`,
  );
  return (
    <Street
      label={`Hired by source, last ${days} days: ${told.join(", ")}.`}
      houses={sources.map(({ source, sent, hired }, index) => ({
        key: source,
        house: (
          <House
            windows={countWindows(sent, scale)}
            // People hired in this period may have applied before it.
            lit={Math.min(countWindows(sent, scale), countWindows(hired, scale))}
            columns={columns}
            roof={roofs[index % roofs.length] ?? "green"}
          />
        ),
        caption: (
          <>
            <b>
              {hired.toLocaleString("en-US")} of {sent.toLocaleString("en-US")}
            </b>
            {sourceName(source)}
          </>
        ),
      }))}
    />
  );
}
