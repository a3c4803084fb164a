import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { brand } from "../../../brand.ts";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { countShown, usePages } from "../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { ListAndRecord } from "../../../platform/desk/record/list-and-record.tsx";
import { UndoBar } from "../../../platform/desk/record/undo-bar.tsx";
import { useUndo } from "../../../platform/desk/record/use-undo.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import {
  type RequestPage,
  requestEndpoints,
  requestListNames,
  requestsTopic,
} from "../contract/desk.ts";
import { providerEndpoints } from "../contract/providers.ts";
import { AddRequest } from "./record/add-request.tsx";
import { ImportRequests } from "./record/import-requests.tsx";
import { OpenRequest } from "./record/open-request.tsx";
import { ProviderDirectory } from "./record/provider-directory.tsx";
import { RequestList } from "./request-list.tsx";
import {
  importPage,
  newRequest,
  providersPage,
  type RequestSeed,
  readFilter,
  readShow,
  requestPath,
} from "./request-path.ts";
import { RequestsProvider } from "./requests-context.ts";
import { readWeek } from "./week.ts";
import { weekHeading } from "./week-view.tsx";

async function sendUndo(token: string): Promise<Outcome<string>> {
  const outcome = await deskRequest(requestEndpoints.undo, { undo: token });
  if (!outcome.ok) return outcome;
  const { restored } = outcome.data;
  if (restored === 0)
    return { ok: true, data: "Someone else changed it first, so it was left alone." };
  return { ok: true, data: restored === 1 ? "It is as before." : `${restored} are as before.` };
}

const otherPages: ReadonlySet<string> = new Set([newRequest, importPage, providersPage]);

const pages = { rowsOf: (page: RequestPage) => page.requests, topic: requestsTopic } as const;

/** Requests of customers: the lists, and one of them. */
export function RequestsPage() {
  const person = useCurrentStaff();
  const colleagues = useColleagues();
  const { reference } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const seed = useLocation().state as RequestSeed | null;
  const filter = readFilter(search);
  const show = readShow(search);
  const now = useNow();
  const [said, announce] = useState("");
  const [ownChange, setOwnChange] = useState<Promise<void>>();
  const list = usePages(withQuery(requestEndpoints.list, filter), pages);
  const counts = useData(requestEndpoints.counts, { topic: requestsTopic });
  const { data: directory, reload: reloadDirectory } = useData(providerEndpoints.list);
  const mayWork = person.permissions.includes("customer-work");

  function reload() {
    void list.reload();
    void counts.reload();
  }
  /** The request that the offered undo removes. */
  const added = useRef<string>(undefined);
  const undo = useUndo(
    sendUndo,
    async () => {
      const isGone = added.current !== undefined && added.current === reference;
      added.current = undefined;
      if (isGone) await navigate(requestPath(undefined, filter));
      reload();
    },
    setOwnChange,
  );
  const { count, isCountExact } = countShown(list);
  const week = readWeek(filter);
  const name = week ? weekHeading(week) : requestListNames[show];
  const heading = list.first
    ? `${name}${week ? ":" : ","} ${formatCount(count, isCountExact)}${week ? " requests" : ""}`
    : name;
  useEffect(() => {
    if (reference === undefined) document.title = `Requests - ${brand.name} desk`;
  }, [reference]);

  const context = useMemo(
    () => ({ ...colleagues, person, now, mayWork, directory, reloadDirectory, announce }),
    [colleagues, person, now, mayWork, directory, reloadDirectory],
  );
  const back = { to: requestPath(undefined, filter), label: heading };
  return (
    <RequestsProvider value={context}>
      <PageHeading className="sr">Requests</PageHeading>
      <p role="status" className="sr">
        {said}
      </p>
      <ListAndRecord
        wide="list"
        label="Request"
        isOpen={reference !== undefined}
        list={
          <RequestList
            filter={filter}
            list={list}
            counts={counts.data}
            heading={heading}
            openId={reference}
            onFilter={(next) => void navigate(requestPath(undefined, next))}
          />
        }
      >
        {reference === newRequest && (
          <AddRequest
            key={seed?.copied?.reference ?? seed?.customer.id}
            seed={seed}
            back={back}
            onAdded={({ reference: id, undo: token }) => {
              added.current = token === null ? undefined : id;
              undo.offer("The request is booked.", token, true);
              reload();
              void navigate(requestPath(id, filter));
            }}
          />
        )}
        {reference === providersPage && <ProviderDirectory back={back} />}
        {reference === importPage && (
          <ImportRequests
            back={back}
            onImported={(sentence) => {
              announce(sentence);
              reload();
              void navigate(requestPath(undefined, filter));
            }}
          />
        )}
        {reference !== undefined && !otherPages.has(reference) && (
          <OpenRequest
            key={reference}
            id={reference}
            back={back}
            ownChange={ownChange}
            onChanged={(text, token) => {
              added.current = undefined;
              undo.offer(text, token, true);
              reload();
            }}
          />
        )}
        <UndoBar changes={undo} isOfRecord />
      </ListAndRecord>
    </RequestsProvider>
  );
}
