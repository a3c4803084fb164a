import { useState } from "react";
import { Form, type LoaderFunctionArgs, useSearchParams, useSubmit } from "react-router";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { preload, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { countShown, usePages } from "../../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../../platform/desk/format/format-count.ts";
import { ParentLink } from "../../../../platform/desk/record/back-link.tsx";
import { ExportButtons } from "../../../../platform/desk/record/export-buttons.tsx";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { applicationsTopic, trackLabels } from "../../contract/applications.ts";
import { marketName } from "../../contract/markets.ts";
import {
  type WaitlistPage as WaitlistEntries,
  type WaitlistFilter,
  type WaitlistMarket,
  waitlistEndpoints,
} from "../../contract/waitlist.ts";
import styles from "./waitlist.module.css";
import { WaitlistEntryList } from "./waitlist-entry-list.tsx";
import { formatWaitlistFilter, readWaitlistFilter } from "./waitlist-query.ts";

const peoplePages = {
  rowsOf: ({ people }: WaitlistEntries) =>
    people.map((person) => ({ ...person, reference: person.id, version: 0 })),
  topic: applicationsTopic,
} as const;

/** Loads the people that match the filter in the URL. @throws RequestFailure */
export function loadWaitlist({ request }: LoaderFunctionArgs) {
  const query = formatWaitlistFilter(readWaitlistFilter(new URL(request.url).searchParams));
  return Promise.all([
    preload(withQuery(waitlistEndpoints.list, query)),
    preload(waitlistEndpoints.markets),
  ]);
}

export function WaitlistPage() {
  const [search] = useSearchParams();
  const filter = readWaitlistFilter(search);
  const query = formatWaitlistFilter(filter);
  const list = usePages(withQuery(waitlistEndpoints.list, query), peoplePages);
  const { data, reload: reloadMarkets } = usePreloaded(waitlistEndpoints.markets);
  const { markets } = data;
  const [message, setMessage] = useState("");
  const { rows: people = [] } = list;
  const { count, isCountExact } = countShown(list);
  const market = markets.find((one) => one.market === filter.market);

  function changed(sentence: string) {
    setMessage(sentence);
    void list.reload();
    void reloadMarkets();
  }
  return (
    <Panels className={styles.rows}>
      <Panel>
        <ParentLink to={deskPaths.applications}>Applications</ParentLink>
        <PageHeading>Waiting list</PageHeading>
        <p>
          Applicants in areas where we are not open yet, who asked to be notified. Choose a market
          to notify them.
        </p>
        <WaitlistFilters filter={filter} markets={markets} />
        <p role="status" className={styles.done}>
          {message}
        </p>
      </Panel>
      <Panel>
        <h2>
          {formatCount(count, isCountExact)} {filter.told ? "told" : "waiting"}
        </h2>
        {people.length === 0 && (
          <p className={styles.none}>
            {filter.told
              ? "No one has been notified yet."
              : "No one on the waiting list matches these filters."}
          </p>
        )}
        <WaitlistEntryList
          key={`${query} ${people[0]?.id ?? ""} ${count}`}
          list={list}
          market={filter.told ? undefined : market}
          track={filter.track}
          onChanged={changed}
        />
        {people.length > 0 && (
          <div className={styles.export}>
            <ExportButtons
              endpoint={waitlistEndpoints.export}
              query={new URLSearchParams(query)}
              fileName="waiting-list"
            />
          </div>
        )}
      </Panel>
    </Panels>
  );
}

interface WaitlistFiltersProps {
  readonly filter: WaitlistFilter;
  readonly markets: readonly WaitlistMarket[];
}

function WaitlistFilters({ filter, markets }: WaitlistFiltersProps) {
  const submit = useSubmit();
  const known = markets.map(({ market }) => market);
  const { market } = filter;
  const all = market === undefined || known.includes(market) ? known : [...known, market];
  return (
    <Form
      className={styles.filters}
      onChange={({ currentTarget }) => void submit(currentTarget, { replace: true })}
    >
      <FieldFrame id="waitlist-market" label="Market">
        <select id="waitlist-market" name="market" defaultValue={filter.market ?? ""}>
          <option value="">All markets</option>
          {all.map((one) => (
            <option key={one} value={one}>
              {marketName(one)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldFrame id="waitlist-track" label="Track">
        <select id="waitlist-track" name="track" defaultValue={filter.track ?? ""}>
          <option value="">{Object.values(trackLabels).join(" and ")}</option>
          {Object.entries(trackLabels).map(([track, label]) => (
            <option key={track} value={track}>
              {label}
            </option>
          ))}
        </select>
      </FieldFrame>
      <FieldFrame id="waitlist-told" label="People">
        <select id="waitlist-told" name="told" defaultValue={filter.told ?? ""}>
          <option value="">Waiting</option>
          <option value="yes">Told</option>
        </select>
      </FieldFrame>
    </Form>
  );
}
