import { useState } from "react";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { Disclosure } from "../../../platform/desk/ui/disclosure.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import {
  countStates,
  type LaunchItem,
  type LaunchResponse,
  type LaunchState,
  launchAreas,
  launchEndpoints,
} from "../contract/launch.ts";
import styles from "./launch.module.css";

const chips = {
  ok: { look: "sage", icon: "check", word: "Done" },
  todo: { look: "marigold", icon: "clock", word: "To do" },
  wrong: { look: "late", icon: "warning", word: "Wrong" },
} as const satisfies Readonly<Record<LaunchState, object>>;

/** Settings: what is missing before the site may open, as `ops launch-check` prints it. */
export function LaunchPage() {
  const { data, error, reload } = useData(launchEndpoints.read);
  const [message, setMessage] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function work(task: () => Promise<string>) {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    setMessage(await task());
    setIsBusy(false);
  }

  async function checkAgain() {
    await reload();
    return "Checked again.";
  }

  async function sendTest() {
    const outcome = await deskRequest(launchEndpoints.sendTest);
    if (outcome.ok) return "The test email is on its way. Check again in a minute.";
    setFailure(failureMessage(outcome.error));
    return "";
  }

  return (
    <SettingsPanel heading="Ready to open" message={message}>
      <FormAlert message={failure ?? (error && failureMessage(error))} />
      {data ? <Checks {...data} /> : <p>Checking. This takes up to 20 seconds.</p>}
      {data && (
        <Actions>
          <Button aria-disabled={isBusy || undefined} onClick={() => void work(checkAgain)}>
            Check again
          </Button>
          {data.testEmail !== null && (
            <Button
              look="ghost"
              aria-disabled={isBusy || undefined}
              onClick={() => void work(sendTest)}
            >
              Send the test email
            </Button>
          )}
        </Actions>
      )}
    </SettingsPanel>
  );
}

function Checks({ items, checkedAt }: LaunchResponse) {
  const now = useNow();
  const { ok, todo, wrong } = countStates(items);
  const left = items.filter(({ state }) => state !== "ok");
  return (
    <>
      <p>
        {left.length === 0
          ? "Everything is done: the site may open."
          : `Not ready: ${wrong} wrong, ${todo} to do, ${ok} done.`}{" "}
        Checked {formatLong(checkedAt, now)}.
      </p>
      <Areas items={left} />
      {ok > 0 && (
        <Disclosure label={`Done, ${ok}`}>
          <Areas items={items.filter(({ state }) => state === "ok")} />
        </Disclosure>
      )}
    </>
  );
}

function Areas({ items }: { readonly items: readonly LaunchItem[] }) {
  return launchAreas.map((area) => {
    const own = items.filter((item) => item.area === area);
    return (
      own.length > 0 && (
        <div key={area} className={styles.area}>
          <h2>{area}</h2>
          <ul>
            {own.map((item) => (
              <Item key={item.id} {...item} />
            ))}
          </ul>
        </div>
      )
    );
  });
}

function Item({ state, title, found, next }: LaunchItem) {
  const { look, icon, word } = chips[state];
  return (
    <li>
      <Chip look={look} icon={icon}>
        {word}
      </Chip>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{found}</p>
        {next !== null && (
          <p>
            <strong>Next:</strong> {next}
          </p>
        )}
      </div>
    </li>
  );
}
