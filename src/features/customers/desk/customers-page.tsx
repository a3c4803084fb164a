import { useState } from "react";
import {
  Link,
  type LoaderFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { countShown, usePages } from "../../../platform/desk/data/use-pages.ts";
import { useTargetSearch } from "../../../platform/desk/data/use-target-search.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { ExportButtons } from "../../../platform/desk/record/export-buttons.tsx";
import { SearchField } from "../../../platform/desk/record/search-field.tsx";
import { ShowMore } from "../../../platform/desk/record/show-more.tsx";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { Panels } from "../../../platform/desk/ui/panel.tsx";
import {
  type CustomerFilter,
  type CustomerPage,
  customerEndpoints,
  customerLimits,
  customerSortNames,
  customerSorts,
  customersTopic,
} from "../contract/customers.ts";
import { AddCustomer } from "./account/add-customer.tsx";
import { CustomerFilters, filtersId } from "./customer-filters.tsx";
import { customersPath, formatFilter, isPlain, readFilter } from "./customer-query.ts";
import { CustomerTable } from "./customer-table.tsx";
import styles from "./customers.module.css";

const customerPages = {
  rowsOf: ({ customers }: CustomerPage) => customers.map((row) => ({ ...row, reference: row.id })),
  topic: customersTopic,
  keepsPlace: true,
} as const;

const listEndpoint = (filter: CustomerFilter) =>
  withQuery(customerEndpoints.list, formatFilter(filter));

/** Loads what the URL names. @throws RequestFailure */
export async function loadCustomers({ request }: LoaderFunctionArgs): Promise<null> {
  await Promise.all([
    preload(listEndpoint(readFilter(new URL(request.url).searchParams))),
    preload(customerEndpoints.counts),
    preload(customerEndpoints.views),
  ]);
  return null;
}

/** The customers: find one by name, phone, email or place. */
export function CustomersPage() {
  const { permissions } = useCurrentStaff();
  const { search } = useLocation();
  const filter = readFilter(new URLSearchParams(search));
  const target = readFilter(new URLSearchParams(useTargetSearch()));
  const list = usePages(listEndpoint(filter), customerPages);
  const { data: counts } = usePreloaded(customerEndpoints.counts, { topic: customersTopic });
  const { data: saved, reload: renew } = usePreloaded(customerEndpoints.views);
  const navigate = useNavigate();
  const { state } = useNavigation();
  const [said, announce] = useState("");
  const go = (changes: CustomerFilter) =>
    void navigate(customersPath(formatFilter({ ...target, ...changes })));
  const { rows = [], waiting } = list;
  const { count, isCountExact } = countShown(list);
  const shown = formatCount(count, isCountExact);
  const sort = target.sort ?? customerSorts[0];
  return (
    <div className={styles.page}>
      <PageHeading className="sr">Customers</PageHeading>
      <p role="status" className="sr">
        {state === "loading" ? "" : said || `${shown} customers.`}
      </p>
      <Panels className={styles.panes}>
        <CustomerFilters
          filter={target}
          counts={counts}
          views={saved.views}
          shown={shown}
          announce={announce}
          renew={renew}
        />
        <section className={styles.list} aria-label="Customers">
          <div className={styles.head}>
            <h2>
              {isPlain(filter)
                ? `${shown} ${count === 1 ? "customer" : "customers"}`
                : `${shown} found`}
            </h2>
            <SearchField
              id="customer-q"
              label="Name, phone, email or place"
              isInline
              q={target.q ?? ""}
              maxLength={customerLimits.search}
              onSearch={(q) => go({ q })}
            />
            <FieldFrame id="customer-sort" label="Order" isInline>
              <select
                id="customer-sort"
                value={sort}
                onChange={({ target }) => go({ sort: target.value as typeof sort })}
              >
                {customerSorts.map((one) => (
                  <option key={one} value={one}>
                    {customerSortNames[one]}
                  </option>
                ))}
              </select>
            </FieldFrame>
            <span className={styles.filters}>
              <Button look="ghost" isSmall popoverTarget={filtersId}>
                <DeskIcon name="filter" />
                Filters
              </Button>
            </span>
            {permissions.includes("customer-work") && <AddCustomer />}
          </div>
          {waiting.length > 0 && (
            <div className={styles.more}>
              <Button isSmall onClick={() => void list.refresh()}>
                <DeskIcon name="up" />
                Show {waiting.length} new
              </Button>
            </div>
          )}
          {list.first && <Found page={list.first} hasRows={rows.length > 0} filter={filter} />}
          {rows.length > 0 && (
            <CustomerTable customers={rows} caption={customerSortNames[sort].toLowerCase()} />
          )}
          {(list.hasMore || list.error) && (
            <div className={styles.more}>
              <FormAlert message={list.error && failureMessage(list.error)} />
              <ShowMore list={list} isSmall />
            </div>
          )}
          {permissions.includes("customer-work") && rows.length > 0 && (
            <div className={styles.more}>
              <ExportButtons
                endpoint={customerEndpoints.export}
                query={new URLSearchParams(formatFilter(filter))}
                fileName="customers"
              />
            </div>
          )}
        </section>
      </Panels>
    </div>
  );
}

interface FoundProps {
  readonly page: CustomerPage;
  readonly hasRows: boolean;
  readonly filter: CustomerFilter;
}

/** Above the rows of a search that found something else than asked, or nothing. */
function Found({ page: { search }, hasRows, filter }: FoundProps) {
  if (hasRows) {
    if (search?.isSimilar)
      return <p className={styles.note}>No one is called “{filter.q}”. These names are similar.</p>;
    if (search?.isOutsideFilters) return <p className={styles.note}>Found without your filters.</p>;
    return null;
  }
  const withoutFilters = search?.withoutFilters;
  return (
    <div className={styles.empty}>
      <p className={styles.none}>
        {filter.q
          ? `No customer matches “${filter.q}”.`
          : isPlain(filter)
            ? "No customers yet. Each account on the site appears here."
            : "No customer matches these filters."}
      </p>
      {filter.q && <p>Searched: name, phone, email, support ID and address, locked ones too.</p>}
      <div className={styles.ways}>
        {withoutFilters && withoutFilters.count > 0 && (
          <Link
            to={customersPath(formatFilter({ q: filter.q }))}
            className={buttonClass("ghost", true)}
          >
            {formatCount(withoutFilters.count, withoutFilters.isExact)} without the filters
          </Link>
        )}
        {filter.q && (
          <Link
            to={`${deskPaths.search}?${new URLSearchParams({ q: filter.q })}`}
            className={buttonClass("ghost", true)}
          >
            Search everywhere
          </Link>
        )}
        {!isPlain(filter) && (
          <Link to={customersPath("")} className={buttonClass("ghost", true)}>
            Show all customers
          </Link>
        )}
      </div>
    </div>
  );
}
