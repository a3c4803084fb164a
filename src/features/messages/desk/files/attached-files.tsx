import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./attached-files.module.css";
import { FileList } from "./file-list.tsx";
import { type FileEndpoints, listReplyFiles } from "./reply-files.ts";
import type { Attached } from "./use-attached.ts";

/** What the server accepts. */
const accepted = ".pdf,.docx,.jpg,.jpeg,.png";

interface AttachedProps {
  readonly attached: Attached;
}

/** Chooses files; they can also be dropped on the form, or pasted. */
export function AttachButton({ attached }: AttachedProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="ghost" onClick={() => input.current?.click()}>
        <DeskIcon name="clip" />
        Attach<span className="sr"> files</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        onChange={({ target }) => {
          attached.add([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

interface AttachedFilesProps extends AttachedProps {
  readonly endpoints: Pick<FileEndpoints, "picture" | "download">;
}

/** The attached files, those that are being added, and those that were not. */
export function AttachedFiles({ attached, endpoints }: AttachedFilesProps) {
  const { files, adding, failures } = attached;
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} className={styles.attached} tabIndex={-1}>
      <FileList
        files={listReplyFiles(endpoints, files, true)}
        actionOf={({ key, name }) => (
          <Button
            look="quiet"
            isSmall
            aria-label={`Remove ${name}`}
            onClick={() => {
              // The button that has the focus goes away.
              list.current?.focus();
              void attached.remove(key);
            }}
          >
            Remove
          </Button>
        )}
      />
      <p role="status" className={styles.adding}>
        {adding.length > 0 && (
          <>
            <progress aria-label="Adding files" />
            <span dir="auto">{`Adding ${adding.join(", ")}…`}</span>
          </>
        )}
      </p>
      <div role="alert">
        {failures.map(({ key, why }) => (
          <p key={key} className={styles.failure} dir="auto">
            <DeskIcon name="warning" />
            <span>{why}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** Makes a form attach the files that are dropped on it or pasted into it. */
export function useDrop(attached: Pick<Attached, "add">) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

  function over(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  }
  return {
    className: isOver ? (styles.over ?? "") : "",
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      attached.add([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      attached.add(files);
    },
  };
}
