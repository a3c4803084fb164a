import { Link } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { type Loaded, useData } from "../../../platform/desk/data/use-data.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { privacyEndpoints, privacyTopic } from "../../privacy/contract/endpoints.ts";
import {
  applicationEndpoints,
  applicationStatusNames,
  applicationsTopic,
} from "../../recruiting/contract/applications.ts";
import {
  applicantContactDays,
  type FirstWord,
  firstWordDays,
  openStages,
} from "../../recruiting/contract/stages.ts";
import { requestEndpoints, requestListNames, requestsTopic } from "../../requests/contract/desk.ts";
import { formatAnswerTime } from "./answer-panels.tsx";
import { Bars } from "./bars.tsx";
import { NumberPanel } from "./number-panel.tsx";

/** The figures of other lists that the staff member's roles include. */
export function OtherPanels() {
  const { permissions } = useCurrentStaff();
  return (
    <>
      {permissions.includes("customers") && <RequestsPanel />}
      {permissions.includes("deletion") && <PrivacyPanel />}
      {permissions.includes("applications") && <ApplicantsPanel />}
    </>
  );
}

const shownLists = ["today", "upcoming", "late", "no-provider", "no-price"] as const;

function RequestsPanel() {
  const loaded = useData(requestEndpoints.counts, { topic: requestsTopic });
  const { data } = loaded;
  if (!data) return <UnloadedPanel heading="Requests" loaded={loaded} />;
  const { open, late } = data.lists;
  return (
    <NumberPanel
      heading="Requests"
      number={formatCount(open.count, open.isExact)}
      text={`open, ${formatCount(late.count, late.isExact)} of them not marked done.`}
    >
      <Bars
        bars={shownLists.map((name) => {
          const { count, isExact } = data.lists[name];
          return {
            label: requestListNames[name],
            value: count,
            shown: formatCount(count, isExact),
            to: `${deskPaths.requests}?show=${name}`,
            ...(name === "late" && { look: "late" as const }),
          };
        })}
      />
    </NumberPanel>
  );
}

function PrivacyPanel() {
  const loaded = useData(privacyEndpoints.list, { topic: privacyTopic });
  const { data } = loaded;
  if (!data) return <UnloadedPanel heading="Privacy requests" loaded={loaded} />;
  const { open, overdue, done } = data;
  return (
    <NumberPanel
      heading="Privacy requests"
      number={open.toLocaleString("en-US")}
      text={`open. ${done.inTime} of the ${done.count} closed this year were in time.`}
    >
      <Bars
        bars={[
          { label: "In time", value: open - overdue, to: deskPaths.privacy },
          { label: "Overdue", value: overdue, look: "late", to: deskPaths.privacy },
        ]}
      />
    </NumberPanel>
  );
}

function ApplicantsPanel() {
  const loaded = useData(applicationEndpoints.board, { topic: applicationsTopic });
  const word = useData(applicationEndpoints.firstWord, { topic: applicationsTopic });
  const { data } = loaded;
  if (!data) return <UnloadedPanel heading="Applicants" loaded={loaded} />;
  const open = data.stages.filter(({ status }) => openStages.includes(status));
  const count = open.reduce((sum, stage) => sum + stage.count, 0);
  return (
    <NumberPanel heading="Applicants" number={count.toLocaleString("en-US")} text="open, by stage.">
      <Bars
        bars={open.map(({ status, count: value }) => ({
          label: applicationStatusNames[status],
          value,
          to: `${deskPaths.applications}?view=list&status=${status}`,
        }))}
      />
      {word.data && <FirstWordLine {...word.data} />}
    </NumberPanel>
  );
}

/** Fewer say nothing as a share. */
const fewest = 10;

/** How soon applicants heard from us, and who still waits. */
function FirstWordLine({ due, inTime, medianMinutes, lateNow }: FirstWord) {
  const share =
    due < fewest
      ? `${inTime} of ${due}`
      : `${inTime} of ${due} (${Math.round((inTime / due) * 100)}%)`;
  return (
    <p>
      Heard from us within {applicantContactDays} working days, of the last {firstWordDays} days:{" "}
      {share}.{" "}
      {medianMinutes !== null && `Half of them within ${formatAnswerTime(medianMinutes)}. `}
      <Link to={`${deskPaths.applications}?as=list&contact=late`}>
        {lateNow === 0 ? "None waits longer now" : `${lateNow} wait longer now`}
      </Link>
    </p>
  );
}

interface UnloadedPanelProps {
  readonly heading: string;
  readonly loaded: Loaded<unknown>;
}

function UnloadedPanel({ heading, loaded: { error, reload } }: UnloadedPanelProps) {
  return (
    <NumberPanel
      heading={heading}
      number=""
      text={error ? "These numbers did not load. The others on this page are right." : "Loading…"}
    >
      {error && (
        <Button look="ghost" isSmall onClick={() => void reload()}>
          Try again<span className="sr">: {heading}</span>
        </Button>
      )}
    </NumberPanel>
  );
}
