import { useState } from "react";
import { inboxEndpoints } from "../../../contract/desk/inbox.ts";
import { withQuery } from "../../../contract/endpoints/define-endpoint.ts";
import { deskDownload } from "../../api/desk-download.ts";
import { failureWords } from "../../api/desk-request.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./export-buttons.module.css";

const formats = { csv: "Export as CSV", ndjson: "Export as NDJSON" } as const;
type Format = keyof typeof formats;

/** Saves cases as a file. @param query the filter, or `only` with references */
export function ExportButtons({ query }: { query: URLSearchParams }) {
  const [state, setState] = useState<{ readonly isBusy?: boolean; readonly error?: string }>({});

  async function save(format: Format) {
    if (state.isBusy) return;
    setState({ isBusy: true });
    const parameters = new URLSearchParams(query);
    parameters.set("format", format);
    const endpoint = withQuery(inboxEndpoints.export, parameters);
    const error = await deskDownload(endpoint, `messages.${format}`);
    setState(error ? { error: failureWords(error) } : {});
  }
  return (
    <>
      {(Object.keys(formats) as Format[]).map((format) => (
        <Button
          key={format}
          look="ghost"
          isSmall
          aria-disabled={state.isBusy || undefined}
          onClick={() => void save(format)}
        >
          {formats[format]}
        </Button>
      ))}
      <p role="alert" className={styles.error}>
        {state.error}
      </p>
    </>
  );
}
