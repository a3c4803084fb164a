import { type ReactNode, useState } from "react";
import {
  type DeskEndpoint,
  type NoBody,
  readEndpoint,
} from "../../../../platform/contract/define-endpoint.ts";
import { formatBytes } from "../../../../platform/contract/format-bytes.ts";
import { deskDownload } from "../../../../platform/desk/data/desk-download.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./file-list.module.css";

type FileEndpoint = DeskEndpoint<NoBody, string>;

export interface ListedFile {
  readonly key: string;
  /** "" without. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Of a picture that can be shown. */
  readonly picture: FileEndpoint | undefined;
  /** Undefined for those who only read, and for what is not kept. */
  readonly download: FileEndpoint | undefined;
}

interface FileListProps {
  readonly files: readonly ListedFile[];
  /** Beside each file. */
  readonly actionOf?: (file: ListedFile) => ReactNode;
}

/** Attached files: pictures small, everything as a download. */
export function FileList({ files, actionOf }: FileListProps) {
  const [failure, setFailure] = useState<string>();
  if (files.length === 0) return null;

  async function load(endpoint: FileEndpoint, name: string) {
    const error = await deskDownload(endpoint, name || "attachment");
    setFailure(error && failureMessage(error));
  }
  return (
    <>
      <ul className={styles.files} aria-label="Attachments">
        {files.map((file) => {
          const { key, name, size, picture, download } = file;
          const text = `${name || "Without a name"}, ${formatBytes(size)}`;
          return (
            <li key={key}>
              {picture && <Picture path={readEndpoint(picture).path} name={name} />}
              <div className={styles.file}>
                {download ? (
                  <Button look="ghost" isSmall onClick={() => void load(download, name)}>
                    <DeskIcon name="file" />
                    <span dir="auto">{text}</span>
                  </Button>
                ) : (
                  <span dir="auto">{text}</span>
                )}
                {actionOf?.(file)}
              </div>
            </li>
          );
        })}
      </ul>
      <span role="alert">{failure}</span>
    </>
  );
}

/** A picture as the server encoded it; nothing if it could not. */
function Picture({ path, name }: { readonly path: string; readonly name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return <img src={path} alt={name} loading="lazy" onError={() => setBroken(true)} />;
}
