import { useState } from "react";
import type { DeskEndpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import { deskDownload } from "../../../../platform/desk/data/desk-download.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";

interface DownloadButtonProps {
  readonly endpoint: DeskEndpoint<NoBody, string>;
  /** The file's name on the computer of the staff member. */
  readonly name: string;
  /** After "Download", for screen readers: "the résumé". */
  readonly of: string;
}

/** Downloads a file of an applicant, which never opens in the browser. */
export function DownloadButton({ endpoint, name, of }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function download() {
    if (isBusy) return;
    setIsBusy(true);
    const error = await deskDownload(endpoint, name);
    setIsBusy(false);
    setFailure(error && failureMessage(error));
  }
  return (
    <>
      <Button
        look="ghost"
        isSmall
        aria-disabled={isBusy || undefined}
        onClick={() => void download()}
      >
        <Icon name="download" />
        {isBusy ? "Downloading…" : "Download"}
        <span className="sr"> {of}</span>
      </Button>
      <FormAlert message={failure} />
    </>
  );
}
