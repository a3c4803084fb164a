import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { type Colleague, staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import { withQuery } from "../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../platform/desk/api/request-failure.ts";
import { useDownload } from "../../../platform/desk/api/use-download.ts";
import { formatRange } from "../../../platform/desk/format/days.ts";
import { formatClock, timeZoneName } from "../../../platform/desk/format/times.ts";
import { usePerson } from "../../../platform/desk/session/session.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FormAlert, LinkButton } from "../../../platform/desk/ui/form-parts.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import segments from "../../../platform/desk/ui/segments.module.css";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { type OverviewResponse, overviewEndpoints, overviewRanges } from "../contract/overview.ts";
import { FirstAnswerPanel, InTimePanel } from "./answer-panels.tsx";
import { FormsPanel } from "./forms-panel.tsx";
import { MessagesPanel } from "./messages-panel.tsx";
import { OldestPanel } from "./oldest-panel.tsx";
import styles from "./overview.module.css";
import { PeoplePanel } from "./people-panel.tsx";
import { ReadersPanel } from "./readers-panel.tsx";

export interface OverviewData {
  readonly overview: OverviewResponse;
  readonly colleagues: readonly Colleague[];
}

/** Loads the numbers of the range in the URL. @throws RequestFailure */
export async function loadOverview({ request }: LoaderFunctionArgs): Promise<OverviewData> {
  const { searchParams } = new URL(request.url);
  const [overview, colleagues] = await Promise.all([
    deskRequest(withQuery(overviewEndpoints.read, searchParams)),
    deskRequest(staffEndpoints.colleagues),
  ]);
  if (!overview.ok) throw new RequestFailure(overview.error);
  return {
    overview: overview.data,
    colleagues: colleagues.ok ? colleagues.data.colleagues : [],
  };
}

/** How many messages came in, how fast they were answered, and what is left. */
export function OverviewPage() {
  const { overview, colleagues } = useLoaderData<OverviewData>();
  const { periods, range, answers } = overview;
  const { failure, download } = useDownload();
  const canExport = usePerson().permissions.includes("inbox-work");

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
      <ReadersPanel overview={overview} />
      <InTimePanel answers={answers} />
      <FirstAnswerPanel answers={answers} />
      <PeoplePanel overview={overview} colleagues={colleagues} />
      <FormsPanel overview={overview}>
        {canExport && <LinkButton onClick={() => save("forms")}>This table as CSV</LinkButton>}
      </FormsPanel>
    </Panels>
  );
}
