import { useCallback, useRef, useState } from "react";
import { withQuery } from "../../../platform/contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../platform/contract/errors/error-message.ts";
import { deskRequest } from "../../../platform/desk/api/desk-request.ts";
import { useLiveData } from "../../../platform/desk/lists/use-live-data.ts";
import type { PrivacyList } from "../contract/cases.ts";
import { type PrivacyPage, type PrivacyRow, privacyEndpoints } from "../contract/endpoints.ts";

export interface PrivacyRequestRows {
  /** Undefined until they are loaded. */
  readonly rows: readonly PrivacyRow[] | undefined;
  readonly page: PrivacyPage | undefined;
  readonly error: RequestError | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly showMore: () => Promise<void>;
  readonly reload: () => Promise<void>;
}

interface Pages {
  readonly rows: readonly PrivacyRow[];
  readonly next: string | null;
}

/** The requests of a list: its first page is kept up to date, further ones are not reloaded. */
export function usePrivacyRequests(show: PrivacyList): PrivacyRequestRows {
  const first = useLiveData(show, () => readPage(show, ""));
  const [more, setMore] = useState<{ readonly show: PrivacyList; readonly pages: Pages }>();
  const [error, setError] = useState<RequestError>();
  const [isLoadingMore, setLoading] = useState(false);
  const loading = useRef(false);
  const further = more?.show === show ? more.pages : undefined;
  const next = further ? further.next : (first.data?.next ?? null);

  const showMore = useCallback(async () => {
    if (next === null || loading.current) return;
    loading.current = true;
    setLoading(true);
    const outcome = await readPage(show, next);
    loading.current = false;
    setLoading(false);
    if (!outcome.ok) {
      setError(outcome.error);
      return;
    }
    setError(undefined);
    const { cases, next: after } = outcome.data;
    setMore({ show, pages: { rows: [...(further?.rows ?? []), ...cases], next: after } });
  }, [show, next, further]);

  const own = first.data?.cases;
  const known = new Set(own?.map(({ reference }) => reference));
  return {
    rows: own && [...own, ...(further?.rows ?? []).filter((row) => !known.has(row.reference))],
    page: first.data,
    error: first.error ?? error,
    hasMore: next !== null,
    isLoadingMore,
    showMore,
    reload: first.reload,
  };
}

function readPage(show: PrivacyList, after: string) {
  const query = new URLSearchParams({ show, ...(after !== "" && { after }) });
  return deskRequest(withQuery(privacyEndpoints.list, query));
}
