import { useState } from "react";
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from "react-router";
import { type DeskEndpoint, withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { SavedView } from "../../../platform/contract/desk/saved-views.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { RequestFailure } from "../../../platform/desk/data/request-failure.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { ExportButtons } from "../../../platform/desk/record/export-buttons.tsx";
import { SearchField } from "../../../platform/desk/record/search-field.tsx";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { Panels } from "../../../platform/desk/ui/panel.tsx";
import {
  type CustomerCounts,
  type CustomerFilter,
  type CustomerPage,
  customerEndpoints,
  customerLimits,
  customerSortNames,
  customerSorts,
} from "../contract/customers.ts";
import { AddCustomer } from "./add-customer.tsx";
import { CustomerFilters, filtersId } from "./customer-filters.tsx";
import { customersPath, formatFilter, isPlain, readFilter } from "./customer-query.ts";
import { CustomerTable } from "./customer-table.tsx";
import styles from "./customers.module.css";

export interface CustomersData {
  readonly list: CustomerPage;
  readonly counts: CustomerCounts;
  readonly views: readonly SavedView[];
}

/** Loads what the URL names. @throws RequestFailure */
export async function loadCustomers({ request }: LoaderFunctionArgs): Promise<CustomersData> {
  const query = new URL(request.url).searchParams;
  const asked = new URLSearchParams(formatFilter(readFilter(query)));
  const after = query.get("after");
  if (after) asked.set("after", after);
  const [list, counts, { views }] = await Promise.all([
    read(withQuery(customerEndpoints.list, asked)),
    read(customerEndpoints.counts),
    read(customerEndpoints.views),
  ]);
  return { list, counts, views };
}

async function read<Response>(endpoint: DeskEndpoint<undefined, Response>): Promise<Response> {
  const outcome = await deskRequest(endpoint);
  if (!outcome.ok) throw new RequestFailure(outcome.error);
  return outcome.data;
}

/** The customers: find one by name, phone, email or place. */
export function CustomersPage() {
  const { list, counts, views } = useLoaderData<CustomersData>();
  const { permissions } = useCurrentStaff();
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const filter = readFilter(query);
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const [said, announce] = useState("");
  const go = (changes: CustomerFilter) =>
    void navigate(customersPath(formatFilter({ ...filter, ...changes })));
  const shown = formatCount(list.count, list.isCountExact);
  const sort = filter.sort ?? customerSorts[0];
  return (
    <div className={styles.page}>
      <PageHeading className="sr">Customers</PageHeading>
      <p role="status" className="sr">
        {state === "loading" ? "" : said || `${shown} customers.`}
      </p>
      <Panels className={styles.panes}>
        <CustomerFilters
          filter={filter}
          counts={counts}
          views={views}
          shown={shown}
          announce={announce}
          renew={revalidate}
        />
        <section className={styles.list} aria-label="Customers">
          <div className={styles.head}>
            <h2>
              {isPlain(filter)
                ? `${shown} ${list.count === 1 ? "customer" : "customers"}`
                : `${shown} found`}
            </h2>
            <SearchField
              id="customer-q"
              label="Name, phone, email or place"
              q={filter.q ?? ""}
              maxLength={customerLimits.search}
              onSearch={(q) => go({ q })}
            />
            <FieldFrame id="customer-sort" label="Order">
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
            <div className={styles.tasks}>
              <span className={styles.filters}>
                <Button look="ghost" isSmall popoverTarget={filtersId}>
                  <DeskIcon name="filter" />
                  Filters
                </Button>
              </span>
              {permissions.includes("customer-work") && <AddCustomer />}
              {permissions.includes("customer-work") && (
                <ExportButtons
                  endpoint={customerEndpoints.export}
                  query={new URLSearchParams(formatFilter(filter))}
                  fileName="customers"
                />
              )}
            </div>
          </div>
          <Found list={list} filter={filter} />
          {list.customers.length > 0 && (
            <CustomerTable
              customers={list.customers}
              caption={customerSortNames[sort].toLowerCase()}
            />
          )}
          <Pager list={list} query={query} filter={filter} />
        </section>
      </Panels>
    </div>
  );
}

/** Above the rows of a search that found something else than asked, or nothing. */
function Found({ list, filter }: { list: CustomerPage; filter: CustomerFilter }) {
  const { search } = list;
  if (list.customers.length > 0) {
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

interface PagerProps {
  readonly list: CustomerPage;
  readonly query: URLSearchParams;
  readonly filter: CustomerFilter;
}

function Pager({ list, query, filter }: PagerProps) {
  const isFirst = !query.get("after");
  if (isFirst && list.next === null) return null;
  const first = formatFilter(filter);
  const next = new URLSearchParams(first);
  if (list.next !== null) next.set("after", list.next);
  return (
    <nav className={styles.pager} aria-label="Pages">
      {!isFirst && (
        <Link to={customersPath(first)} className={buttonClass("ghost", true)}>
          First page
        </Link>
      )}
      {list.next !== null && (
        <Link to={customersPath(next.toString())} className={buttonClass("ghost", true)}>
          Next page
        </Link>
      )}
    </nav>
  );
}
