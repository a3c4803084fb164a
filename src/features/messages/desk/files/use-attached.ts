import { useEffect, useRef, useState } from "react";
import { withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { fileFailure } from "../../../../platform/desk/data/csv-file.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { type ReplyFile, replyLimits } from "../../contract/replies.ts";
import type { FileEndpoints } from "./reply-files.ts";

const none: readonly ReplyFile[] = [];

export interface Attached {
  readonly files: readonly ReplyFile[];
  /** Names of the files that are being added, in order. */
  readonly adding: readonly string[];
  /** Files that were not added, and why. */
  readonly failures: readonly { readonly key: string; readonly why: string }[];
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => Promise<void>;
}

/**
 * The files of a draft. They are stored as soon as they are chosen, one after the other.
 * @param id of what `add` needs
 * @param stored those of the draft, as the server has them now
 */
export function useAttached(
  endpoints: Pick<FileEndpoints, "add" | "remove">,
  id: string,
  stored: readonly ReplyFile[] = none,
): Attached {
  const [files, setFiles] = useState(stored);
  const [adding, setAdding] = useState<readonly string[]>([]);
  const [failures, setFailures] = useState<Attached["failures"]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  // The same person may have continued in another tab.
  const known = stored.map((one) => one.id).join();
  const newest = useRef(stored);
  newest.current = stored;
  useEffect(() => {
    if (waiting.current === 0 && known !== undefined) setFiles(newest.current);
  }, [known]);

  function fail(name: string, message: string) {
    setFailures((all) => [...all, { key: crypto.randomUUID(), why: `${name}: ${message}` }]);
  }

  async function send(file: File) {
    if (file.size > replyLimits.fileBytes) {
      fail(file.name, "This file is larger than 10 MB.");
      return;
    }
    const name = file.name.slice(-replyLimits.fileName);
    const endpoint = withQuery(withId(endpoints.add, id), new URLSearchParams({ name }));
    // Browsers tell media types apart by the name; the server looks at the content.
    const bytes = new Blob([file], { type: "application/octet-stream" });
    const outcome = await deskRequest(endpoint, bytes);
    if (outcome.ok) setFiles((all) => [...all, outcome.data]);
    else fail(file.name, fileFailure(outcome.error));
  }

  function add(chosen: readonly File[]) {
    setFailures([]);
    setAdding((all) => [...all, ...chosen.map(({ name }) => name)]);
    for (const file of chosen) {
      waiting.current += 1;
      queue.current = queue.current
        .then(() => send(file))
        .finally(() => {
          waiting.current -= 1;
          setAdding(([, ...rest]) => rest);
        });
    }
  }

  async function remove(fileId: string) {
    setFailures([]);
    const outcome = await deskRequest(withId(endpoints.remove, fileId));
    const isGone = outcome.ok || outcome.error.code === "not-found";
    if (isGone) setFiles((all) => all.filter((one) => one.id !== fileId));
    else fail("Not removed", failureMessage(outcome.error));
  }

  return { files, adding, failures, add, remove };
}
