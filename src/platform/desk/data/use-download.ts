import { useState } from "react";
import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import { deskDownload } from "./desk-download.ts";
import { failureMessage } from "./desk-request.ts";

interface Download {
  /** Why the last file was not saved; undefined if the person gave no second factor. */
  readonly failure: string | undefined;
  download(endpoint: DeskEndpoint<NoBody, string>, fileName: string): Promise<void>;
}

export function useDownload(): Download {
  const [failure, setFailure] = useState<string>();
  return {
    failure,
    download: async (endpoint, fileName) => {
      const error = await deskDownload(endpoint, fileName);
      setFailure(error && error.code !== "confirm-needed" ? failureMessage(error) : undefined);
    },
  };
}
