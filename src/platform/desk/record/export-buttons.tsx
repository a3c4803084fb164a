import { useState } from "react";
import { type DeskEndpoint, type NoBody, withQuery } from "../../contract/define-endpoint.ts";
import { deskDownload } from "../data/desk-download.ts";
import { failureMessage } from "../data/desk-request.ts";
import { Button } from "../ui/button.tsx";
import styles from "./export-buttons.module.css";

const formats = { csv: "Export as CSV", ndjson: "Export as NDJSON" } as const;
type Format = keyof typeof formats;

interface ExportButtonsProps {
  readonly endpoint: DeskEndpoint<NoBody, string>;
  /** Which records: the filter, or `only` with references. */
  readonly query: URLSearchParams;
  /** Without its extension. */
  readonly fileName: string;
}

export function ExportButtons({ endpoint, query, fileName }: ExportButtonsProps) {
  const [state, setState] = useState<{ readonly isBusy?: boolean; readonly error?: string }>({});

  async function save(format: Format) {
    if (state.isBusy) return;
    setState({ isBusy: true });
    const parameters = new URLSearchParams(query);
    parameters.set("format", format);
    const error = await deskDownload(withQuery(endpoint, parameters), `${fileName}.${format}`);
    setState(error ? { error: failureMessage(error) } : {});
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
