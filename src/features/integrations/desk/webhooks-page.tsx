import { useState } from "react";
import { type LoaderFunctionArgs, useSearchParams } from "react-router";
import { withId, withQuery } from "../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { preload, useData, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { ShownOnce } from "../../../platform/desk/settings/shown-once.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookSecretResponse,
  webhookEndpoints,
  webhookRotationHours,
} from "../contract/webhooks.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { EndpointItem } from "./endpoint-item.tsx";
import { describeProblem, nameEndpoint } from "./webhook-text.ts";
import styles from "./webhooks.module.css";

/** The endpoint whose log is shown, and its log. */
function findLog(endpoints: readonly WebhookEndpoint[], query: URLSearchParams) {
  const chosen = endpoints.find(({ id }) => id === query.get("endpoint")) ?? endpoints[0];
  return {
    chosen,
    log: chosen && withQuery(withId(webhookEndpoints.deliveries, chosen.id), query),
  };
}

/** Reads the endpoints, and the log of the one in the URL. @throws RequestFailure */
export async function loadWebhooks({ request }: LoaderFunctionArgs): Promise<null> {
  const { endpoints } = await preload(webhookEndpoints.list);
  const { log } = findLog(endpoints, new URL(request.url).searchParams);
  if (log) await preload(log);
  return null;
}

interface NewSecret extends WebhookSecretResponse {
  readonly isSecond: boolean;
}

/** Settings: URLs of third-party programs that receive events. */
export function WebhooksPage() {
  const [query] = useSearchParams();
  const list = usePreloaded(webhookEndpoints.list);
  const { endpoints } = list.data;
  const { chosen, log } = findLog(endpoints, query);
  const { data: deliveries, reload: reloadLog } = useData(log ?? null);
  const [message, setMessage] = useState("");
  const [failure, setFailure] = useState<string>();
  const [secret, setSecret] = useState<NewSecret>();
  /** The endpoint in the dialog; "new" for one to add. */
  const [openId, setOpenId] = useState<string>();
  const open = endpoints.find(({ id }) => id === openId);
  const nameOf = (endpoint: WebhookEndpoint) => nameEndpoint(endpoint, endpoints);
  const owner = endpoints.find(({ id }) => id === secret?.id);

  async function reload() {
    await Promise.all([list.reload(), reloadLog()]);
  }

  function changed(what: string) {
    setMessage(what);
    setFailure(undefined);
    return reload();
  }

  function failed(words: string) {
    setMessage("");
    setFailure(words);
  }

  function tested(endpoint: WebhookEndpoint, delivery: WebhookDelivery) {
    const name = nameOf(endpoint);
    if (delivery.state === "sent") {
      void changed(`The test to ${name} arrived: ${delivery.status} in ${delivery.ms} ms.`);
      return;
    }
    failed(`The test to ${name} did not arrive: ${describeProblem(delivery)}.`);
    void reload();
  }

  return (
    <SettingsPanel
      heading="Webhooks"
      aside={
        <Button isSmall onClick={() => setOpenId("new")}>
          <DeskIcon name="plus" />
          Add an address
        </Button>
      }
      message={message}
    >
      <div className={styles.alert}>
        <FormAlert message={failure} />
      </div>
      {secret && owner && (
        <ShownOnce
          key={secret.secret}
          heading={`The ${secret.isSecond ? "new " : ""}secret of ${nameOf(owner)}, shown once`}
          secret={secret.secret}
          onDone={() => setSecret(undefined)}
        >
          <p>
            {secret.isSecond
              ? `Paste it into your receiver within ${webhookRotationHours} hours. Until then we sign with the old one, too.`
              : "Paste this secret into your receiver so it can verify our signatures."}
          </p>
        </ShownOnce>
      )}
      {endpoints.length === 0 ? (
        <p className={styles.empty}>
          No address yet. Your programs can be notified of messages, applications, newsletter
          subscribers and deletion cases as they come in.{" "}
          <a href={paths.apiDocs}>How programs check what we send</a>
        </p>
      ) : (
        <ul className={styles.list}>
          {endpoints.map((endpoint) => (
            <EndpointItem
              key={endpoint.id}
              endpoint={endpoint}
              name={nameOf(endpoint)}
              isChosen={endpoint === chosen}
              isOnly={endpoints.length === 1}
              onChange={() => setOpenId(endpoint.id)}
              onChanged={(what) => void changed(what)}
              onFailed={failed}
              onTested={(delivery) => tested(endpoint, delivery)}
            />
          ))}
        </ul>
      )}
      {chosen && deliveries && (
        <DeliveryLog
          key={chosen.id}
          endpoint={chosen}
          name={nameOf(chosen)}
          log={deliveries}
          onReload={() => void reload()}
          onChanged={changed}
        />
      )}
      {(open ?? openId === "new") && (
        <EndpointDialog
          endpoint={open}
          name={open ? nameOf(open) : "Add an address"}
          onClose={() => setOpenId(undefined)}
          onChanged={(what) => void changed(what)}
          onSecret={(made, isSecond) => setSecret({ ...made, isSecond })}
        />
      )}
    </SettingsPanel>
  );
}
