import { useEffect, useMemo, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { brand } from "../../../brand.ts";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { usePages } from "../../../platform/desk/data/use-pages.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { ListAndRecord } from "../../../platform/desk/record/list-and-record.tsx";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import {
  privacyEndpoints,
  privacyTopic,
  type PrivacyPage as Requests,
} from "../contract/endpoints.ts";
import { PrivacyProvider } from "./privacy-context.ts";
import styles from "./privacy-page.module.css";
import { NewPrivacyRequest } from "./record/new-request.tsx";
import { OpenPrivacyRequest } from "./record/open-request.tsx";
import { PrivacyRequestList } from "./request-list.tsx";
import { newPrivacyRequest, readShow, requestPath } from "./request-path.ts";

const requestPages = { rowsOf: (page: Requests) => page.cases, topic: privacyTopic } as const;

export function PrivacyPage() {
  const person = useCurrentStaff();
  const colleagues = useColleagues();
  const { reference } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const show = readShow(search);
  const now = useNow();
  const [said, announce] = useState("");
  const query = new URLSearchParams({ show });
  const list = usePages(withQuery(privacyEndpoints.list, query), requestPages);
  const { reload: reloadCounts } = useData(privacyEndpoints.counts);
  const { first: page } = list;

  function reload() {
    void list.reload();
    void reloadCounts();
  }
  const heading = page ? `Privacy, ${page.open} open` : "Privacy";
  useEffect(() => {
    if (reference !== undefined) return;
    const shown = page ? ` (${page.open} open)` : "";
    document.title = `Privacy${shown} - ${brand.name} desk`;
  }, [reference, page]);

  const context = useMemo(
    () => ({ ...colleagues, person, now, announce }),
    [colleagues, person, now],
  );
  const back = { to: requestPath(undefined, show), label: heading };
  const isOpen = reference !== undefined;
  return (
    <PrivacyProvider value={context}>
      <PageHeading className="sr">Privacy</PageHeading>
      <p role="status" className="sr">
        {said}
      </p>
      <ListAndRecord
        wide="record"
        label="Request"
        isOpen={isOpen}
        list={
          <div className={styles.list}>
            <PrivacyRequestList
              show={show}
              list={list}
              heading={heading}
              openReference={reference}
              onShow={(next) => void navigate(requestPath(undefined, next))}
            />
          </div>
        }
      >
        {reference === newPrivacyRequest && (
          <NewPrivacyRequest
            back={back}
            onAdded={(added) => {
              announce("The request is entered, and its link is sent.");
              reload();
              void navigate(requestPath(added, "open"));
            }}
          />
        )}
        {isOpen && reference !== newPrivacyRequest && (
          <OpenPrivacyRequest
            key={reference}
            reference={reference}
            back={back}
            onChanged={reload}
          />
        )}
      </ListAndRecord>
    </PrivacyProvider>
  );
}
