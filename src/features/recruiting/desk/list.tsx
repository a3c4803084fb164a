import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { countShown, type Pages } from "../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { ExportButtons } from "../../../platform/desk/record/export-buttons.tsx";
import { FoundElsewhereLinks, SearchPlaces } from "../../../platform/desk/record/search-facts.tsx";
import { ShowMore } from "../../../platform/desk/record/show-more.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import {
  type ApplicationPage,
  type ApplicationPlace,
  type ApplicationRow,
  applicationEndpoints,
  applicationPlaces,
  applicationStatusNames,
} from "../contract/applications.ts";
import { type Address, applicationPath, countWord, formatFilter } from "./application-query.ts";
import { Card } from "./card.tsx";
import styles from "./list.module.css";

interface ListViewProps {
  readonly list: Pages<ApplicationPage, ApplicationRow>;
  readonly address: Address;
  readonly openReference: string | undefined;
}

const placeNames = Object.fromEntries(
  applicationPlaces.map((place) => [
    place,
    place === "open" ? "open" : `in ${applicationStatusNames[place]}`,
  ]),
) as Readonly<Record<ApplicationPlace, string>>;

export function ListView({ list, address, openReference }: ListViewProps) {
  const { first, rows, hasMore, error } = list;
  const { count, isCountExact } = countShown(list);
  const { filter } = address;
  const { q, sort } = filter;
  return (
    <section className={styles.list} aria-labelledby="application-list">
      <h3 id="application-list">
        {formatCount(count, isCountExact)} {countWord(address.filter)}
      </h3>
      <FormAlert message={error && failureMessage(error)} />
      {error && (
        <Button look="ghost" isSmall onClick={() => void list.reload()}>
          Try again
        </Button>
      )}
      {!rows && !error && <p>Loading applications…</p>}
      {rows?.length === 0 && !hasMore && <p>No results. Remove a filter or try another word.</p>}
      {rows?.length === 0 && !hasMore && q && (
        <FoundElsewhereLinks
          words={q}
          withoutFilters={first?.search?.withoutFilters}
          toAll={applicationPath(undefined, { view: "list", filter: { q, sort, status: "all" } })}
          elsewhere={first?.elsewhere}
        />
      )}
      {rows && rows.length > 0 && first?.search && (
        <SearchPlaces
          search={first.search}
          names={placeNames}
          chosen={filter.status === "all" ? undefined : (filter.status ?? "open")}
          toPlace={(place) => {
            const status = place === "open" ? undefined : place;
            return applicationPath(undefined, { view: "list", filter: { ...filter, status } });
          }}
          more="Applications in every status are searched."
        />
      )}
      {rows && rows.length > 0 && (
        <ul className={styles.cards}>
          {rows.map((row) => (
            <li key={row.reference}>
              <Card
                row={row}
                to={applicationPath(row.reference, address)}
                isOpen={row.reference === openReference}
                showsStatus
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.end}>
        <ShowMore list={list} />
        {rows && rows.length > 0 && (
          <ExportButtons
            endpoint={applicationEndpoints.export}
            query={new URLSearchParams(formatFilter(address.filter))}
            fileName="applications"
          />
        )}
      </div>
    </section>
  );
}
