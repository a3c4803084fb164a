import { useEffect, useRef, useState } from "react";
import { brand } from "../../../../../brand.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../../platform/site/page/phone-links.tsx";
import { useLocation, useRouter } from "../../../../../platform/site/runtime/router-context.tsx";
import { Button, ButtonRow, buttonClass } from "../../../../../platform/site/ui/button.tsx";
import { Icon } from "../../../../../platform/site/ui/icon.tsx";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/format-request.ts";
import { type RequestResponse, requestsCsvPath } from "../../../contract/profile.ts";
import { Avatar } from "../avatar.tsx";
import { Chip } from "../chip.tsx";
import { changeAnchor, rememberOpened, requestPath, takeOpened } from "../requests.ts";
import { RequestControls } from "./request-controls.tsx";
import { filterRequests, readFilter, toQuery, yearsOf } from "./request-filter.ts";
import styles from "./request-list.module.css";

/** "1 request", "6 requests". */
function count(requests: readonly RequestResponse[]): string {
  return requests.length === 1 ? "1 request" : `${requests.length} requests`;
}

/**
 * The person's requests, newest first, with search and filters, which are kept in the URL so that
 * Back restores them.
 */
export function RequestList({ requests }: { requests: readonly RequestResponse[] }) {
  const { search: query } = useLocation();
  const [filter, setFilter] = useState(() => {
    const start = new URLSearchParams(query);
    return readFilter((name) => start.get(name));
  });
  const start = useRef(filter);
  const controls = useRef<HTMLFormElement>(null);
  const list = useFocusRestore();

  if (requests.length === 0) return <NoRequests />;

  function choose(form: HTMLFormElement) {
    const chosen = new FormData(form);
    const next = readFilter((name) => chosen.get(name));
    setFilter(next);
    // Not by the router: navigation would move the focus away from the search.
    history.replaceState(history.state, "", paths.profile + toQuery(next));
  }

  function showAll() {
    const form = controls.current;
    if (!form) return;
    for (const element of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")) {
      element.value = "";
    }
    choose(form);
    form.querySelector("input")?.focus();
  }

  const shown = filterRequests(requests, filter);
  const isFiltered = toQuery(filter) !== "";
  return (
    <>
      <RequestControls
        ref={controls}
        start={start.current}
        years={yearsOf(requests)}
        onChange={choose}
      />
      <p role="status" className={styles.count}>
        {isFiltered ? `${shown.length} of ${count(requests)}` : count(requests)}
      </p>
      {shown.length > 0 ? (
        <ul ref={list} className={styles.list}>
          {shown.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      ) : (
        <div className={styles.none}>
          <p>No requests match your search.</p>
          <Button look="ghost" onClick={showAll}>
            Show all requests
          </Button>
        </div>
      )}
      <div className={styles.download}>
        <ButtonRow>
          <a
            href={requestsCsvPath(Intl.DateTimeFormat().resolvedOptions().timeZone)}
            download
            className={buttonClass("ghost")}
          >
            <Icon name="download" />
            Download all as a table
          </a>
        </ButtonRow>
        <p className="small">A CSV file for Excel, Numbers or your tax preparer.</p>
      </div>
    </>
  );
}

function NoRequests() {
  return (
    <div className={styles.none}>
      <p className="lead">You have no requests yet.</p>
      <p>
        Ask for help here or in the {brand.name} app, or call or text us. Your requests show up
        here, with who came and what it cost.
      </p>
      <PhoneLinks />
    </div>
  );
}

/** Restores the focus to the opened row after Back, or "Back to all requests", from a request. */
function useFocusRestore() {
  const list = useRef<HTMLUListElement>(null);
  const isReturn = useRouter().navigationType === "POP";
  useEffect(() => {
    const rows = list.current;
    if (!rows) return;
    const href = takeOpened(isReturn);
    if (href) rows.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)?.focus();
    const remember = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const href = link?.getAttribute("href");
      if (href) rememberOpened(href);
    };
    rows.addEventListener("click", remember);
    return () => rows.removeEventListener("click", remember);
  }, [isReturn]);
  return list;
}

function RequestRow({ request }: { request: RequestResponse }) {
  const { requestTitle, assignedTo, picture, requestCompleted, price } = request;
  return (
    <li className={styles.row}>
      <Avatar picture={picture} name={assignedTo} />
      <div className={styles.beside}>
        <div className={styles.words}>
          <h3 translate="no">
            <AppLink to={requestPath(request.id)}>{requestTitle}</AppLink>
          </h3>
          <p className={styles.facts}>
            {assignedTo && <span translate="no">{assignedTo}</span>}
            <span>{formatCompletionDate(request)}</span>
            <Chip done={requestCompleted}>{formatStatus(request)}</Chip>
            {request.canceled !== undefined && <span>Canceled: {request.canceled}</span>}
            {!requestCompleted && request.canceled === undefined && (
              <AppLink to={`${requestPath(request.id)}#${changeAnchor}`} className={styles.change}>
                Ask, change or cancel
              </AppLink>
            )}
          </p>
        </div>
        <p className={price === null ? undefined : styles.price}>{formatRequestPrice(request)}</p>
      </div>
    </li>
  );
}
