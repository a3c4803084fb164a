import type { ReactNode } from "react";
import { Link, type LoaderFunctionArgs, useSearchParams } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import { preload, useData, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { useDownload } from "../../../platform/desk/data/use-download.ts";
import { formatRange } from "../../../platform/desk/format/days.ts";
import { formatClock, timeZoneName } from "../../../platform/desk/format/times.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FormAlert, LinkButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import segments from "../../../platform/desk/ui/segments.module.css";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { inboxForms } from "../../messages/contract/inbox.ts";
import { type OverviewResponse, overviewEndpoints, overviewRanges } from "../contract/overview.ts";
import { FirstAnswerPanel, formatAnswerTime, InTimePanel, ShareChart } from "./answer-panels.tsx";
import { Bars } from "./bars.tsx";
import { LatePanel } from "./late-panel.tsx";
import { MessagesPanel } from "./messages-panel.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import { OldestPanel } from "./oldest-panel.tsx";
import { OtherPanels } from "./other-panels.tsx";
import styles from "./overview.module.css";
import { PeoplePanel } from "./people-panel.tsx";
import { SubscribersPanel } from "./subscribers-panel.tsx";

interface FormsPanelProps {
  readonly overview: OverviewResponse;
  readonly children: ReactNode;
}

function FormsPanel({ overview: { messages, forms, range }, children }: FormsPanelProps) {
  const sorted = forms
    .filter((one) => one.messages > 0 || one.open > 0)
    .toSorted((a, b) => b.messages - a.messages)
    .map((one) => ({ ...one, name: inboxForms[one.form] ?? one.form }));
  return (
    <NumberPanel
      heading="How they came in"
      number={messages.toLocaleString("en-US")}
      text={`in ${range} days, without spam, and how many of them are open now.`}
      className={styles.half}
    >
      <Bars
        bars={sorted.map(({ form, name, messages: value, open }) => ({
          label: name,
          value,
          shown: `${value.toLocaleString("en-US")}, ${open === 0 ? "none" : open} open`,
          to: `${deskPaths.inbox}?status=open&form=${form}`,
        }))}
      />
      <NumberTable
        name="How they came in"
        columns={["Form", "Came in", "Open", "Overdue", "In time", "No reply", "First answer"]}
        rows={sorted.map((one) => [
          one.name,
          one.messages,
          one.open,
          one.overdue,
          `${one.inTime} of ${one.answered + one.overdue}`,
          one.closedWithoutReply,
          formatAnswerTime(one.medianMinutes),
        ])}
      >
        {children}
      </NumberTable>
    </NumberPanel>
  );
}

export const loadOverview = ({ request }: LoaderFunctionArgs) =>
  preload(withQuery(overviewEndpoints.read, new URL(request.url).searchParams));

export function OverviewPage() {
  const [search] = useSearchParams();
  const overview = usePreloaded(withQuery(overviewEndpoints.read, search)).data;
  const colleagues = useData(staffEndpoints.colleagues).data?.colleagues ?? [];
  const { periods, range } = overview;
  const { failure, download } = useDownload();
  const canExport = useCurrentStaff().permissions.includes("inbox-work");

  function save(table: "periods" | "forms") {
    const query = new URLSearchParams({ range: String(range), table });
    void download(withQuery(overviewEndpoints.export, query), `overview-${table}.csv`);
  }

  return (
    <Panels className={styles.overview}>
      <Panel className={styles.head}>
        <div>
          <PageHeading>Overview</PageHeading>
          <p>
            {formatRange(periods[0]?.from ?? "", periods.at(-1)?.to ?? "")}. {timeZoneName}. As of{" "}
            {formatClock(Date.parse(overview.asOf))}.
          </p>
        </div>
        <nav aria-label="Range" className={`${segments.segments} ${styles.ranges}`}>
          {overviewRanges.map((days) => (
            <Link
              key={days}
              to={`?range=${days}`}
              aria-current={days === range ? "true" : undefined}
              preventScrollReset
            >
              {days === 365 ? "1 year" : `${days} days`}
            </Link>
          ))}
        </nav>
        {canExport && (
          <Button look="ghost" isSmall onClick={() => save("periods")}>
            <Icon name="download" />
            CSV<span className="sr"> of the numbers by day</span>
          </Button>
        )}
        <FormAlert message={failure} />
      </Panel>
      <LatePanel overview={overview} colleagues={colleagues} />
      <InTimePanel overview={overview} />
      <OldestPanel overview={overview} />
      <MessagesPanel overview={overview} />
      <FirstAnswerPanel overview={overview} />
      <ShareChart overview={overview} />
      <PeoplePanel overview={overview} colleagues={colleagues} />
      <FormsPanel overview={overview}>
        {canExport && <LinkButton onClick={() => save("forms")}>This table as CSV</LinkButton>}
      </FormsPanel>
      <SubscribersPanel overview={overview} />
      <OtherPanels />
    </Panels>
  );
}
