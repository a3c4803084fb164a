import { useRef, useState } from "react";
import { readEndpoint, withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { fileFailure } from "../../../../platform/desk/data/csv-file.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { providerPictureBytes } from "../../contract/provider-api.ts";
import {
  type Provider,
  providerEndpoints,
  providerPictureEndpoints,
} from "../../contract/providers.ts";
import styles from "./provider-directory.module.css";

interface ProviderPictureProps {
  readonly provider: Provider;
}

/** The name stands beside it. */
export function ProviderPicture({ provider: { id, name, picture } }: ProviderPictureProps) {
  if (picture === null) return <InitialsAvatar name={name} />;
  const endpoint = withQuery(
    withId(providerEndpoints.picture, encodeURIComponent(id)),
    new URLSearchParams({ v: picture }),
  );
  return <img src={readEndpoint(endpoint).path} alt="" className={styles.picture} />;
}

interface PictureFieldProps extends ProviderPictureProps {
  readonly onSaved: () => void;
}

/** Stores a picture as soon as it is chosen. */
export function PictureField({ provider, onSaved }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save(file: File) {
    if (file.size > providerPictureBytes) {
      setFailure("This picture is larger than 5 MB.");
      return;
    }
    setFailure(undefined);
    setBusy(true);
    const bytes = new Blob([file], { type: "application/octet-stream" });
    const id = encodeURIComponent(provider.id);
    const outcome = await deskRequest(withId(providerPictureEndpoints.save, id), bytes);
    setBusy(false);
    if (outcome.ok) onSaved();
    else setFailure(fileFailure(outcome.error));
  }
  return (
    <div className={styles.pictureField}>
      <ProviderPicture provider={provider} />
      <Button
        look="ghost"
        isSmall
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && input.current?.click()}
      >
        {provider.picture === null ? "Add a picture" : "Change the picture"}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = "";
          if (file) void save(file);
        }}
      />
      <span role="alert" className={styles.failure}>
        {failure}
      </span>
    </div>
  );
}
