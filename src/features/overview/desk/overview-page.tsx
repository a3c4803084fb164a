import type { ReactNode } from "react";
import { Link, type LoaderFunctionArgs, useSearchParams } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import { preload, useData, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { useDownload } from "../../../platform/desk/data/use-download.ts";
import { formatRange } from "../../../platform/desk/format/days.ts";
import { formatClock, timeZoneName } from "../../../platform/desk/format/times.ts";
import { type ChartColumn, UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { type ColumnColor, UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FormAlert, LinkButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import segments from "../../../platform/desk/ui/segments.module.css";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { emailForm } from "../../messages/contract/forms/email.ts";
import { inboxForms } from "../../messages/contract/inbox.ts";
import { isBegunByStaff } from "../../messages/contract/staff-begun.ts";
import { type OverviewResponse, overviewEndpoints, overviewRanges } from "../contract/overview.ts";
import { FirstAnswerPanel, formatAnswerTime, InTimePanel } from "./answer-panels.tsx";
import { MessagesPanel } from "./messages-panel.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import { OldestPanel } from "./oldest-panel.tsx";
import styles from "./overview.module.css";
import { describeUnit } from "./overview-text.ts";
import { PeoplePanel } from "./people-panel.tsx";
import { SubscribersPanel } from "./subscribers-panel.tsx";

const maxUnits = 48;
/** Columns side by side on a phone, where six would be too narrow for their captions. */
const rowOfPhone = 3;
const colors: Readonly<Record<string, ColumnColor>> = {
  WebSupportRequests: "sage",
  ContactForm: "marigold",
  WebFeatureSubmissions: "sky",
  WebFeedbackSubmissions: "rose",
  WebInvestorSubmissions: "pale",
  DataDeletionRequests: "ink",
};

/** Forms of the site; the rest comes by email, or staff began it. */
const siteForms = Object.keys(inboxForms).filter(
  (form) => form !== emailForm.collection && !isBegunByStaff(form),
).length;

interface FormsPanelProps {
  readonly overview: OverviewResponse;
  readonly children: ReactNode;
}

function FormsPanel({ overview: { messages, forms }, children }: FormsPanelProps) {
  const sorted = forms.toSorted((a, b) => b.messages - a.messages);
  const nameOf = (form: string) => inboxForms[form] ?? form;
  const scale = findUnitScale(Math.max(0, ...forms.map((one) => one.messages)), maxUnits);
  const describe = (some: typeof forms) =>
    some.map((one) => `${nameOf(one.form)}: ${one.messages}`).join(", ");
  const toColumn = ({ form, messages: count }: (typeof forms)[number]): ChartColumn => ({
    key: form,
    column: (
      <UnitColumn units={countUnits(count, scale)} perRow={4} color={colors[form] ?? "green"} />
    ),
    caption: (
      <>
        <b>{count}</b>
        {nameOf(form)}
      </>
    ),
  });
  return (
    <NumberPanel
      heading="By form"
      number={messages.toLocaleString("en-US")}
      text={`messages without spam, from ${siteForms} forms and by email. ${describeUnit(scale, "message", "messages")}.`}
      className={styles.forms}
    >
      <UnitChart label={describe(sorted)} columns={sorted.map(toColumn)} className={styles.wide} />
      {[sorted.slice(0, rowOfPhone), sorted.slice(rowOfPhone)].map((row) => (
        <UnitChart
          key={row[0]?.form}
          label={describe(row)}
          columns={row.map(toColumn)}
          className={styles.narrow}
        />
      ))}
      <NumberTable
        name="By form"
        columns={["Form", "Came in", "Open", "Overdue", "In time", "No reply", "First answer"]}
        rows={sorted.map((one) => [
          nameOf(one.form),
          one.messages,
          one.open,
          one.overdue,
          `${one.inTime} of ${one.answered + one.overdue}`,
          one.closedWithoutReply,
          formatAnswerTime(one.medianMinutes),
        ])}
        isOpen
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
  const { periods, range, answers } = overview;
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
              {days} days
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
      <MessagesPanel overview={overview} />
      <OldestPanel overview={overview} />
      <SubscribersPanel overview={overview} />
      <InTimePanel answers={answers} />
      <FirstAnswerPanel answers={answers} />
      <PeoplePanel overview={overview} colleagues={colleagues} />
      <FormsPanel overview={overview}>
        {canExport && <LinkButton onClick={() => save("forms")}>This table as CSV</LinkButton>}
      </FormsPanel>
    </Panels>
  );
}
