import { paths } from "../../../platform/contract/paths.ts";
import { firstWord } from "../../../platform/contract/text.ts";
import { Button, ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { didPath, helpParts, partWords } from "../contract/helpers.ts";
import { helperExtras } from "../contract/invite-form.ts";
import type { ShownHelper } from "../contract/states.ts";
import cardStyles from "./helper-card.module.css";
import styles from "./helpers.module.css";

/** A helper with the three switches. What can never be given is below them. */
export function HelperCard({ helper }: { helper: ShownHelper }) {
  const { id, name, relation, parts, since, until, mayRenew, account, actCount } = helper;
  const first = firstWord(name);
  const isAllOff = helpParts.every((part) => !parts[part]);
  return (
    <section className={cardStyles.card} aria-labelledby={`helper-${id}`}>
      <header className={cardStyles.cardHead}>
        <span className={cardStyles.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div>
          <h2 id={`helper-${id}`} translate="no">
            {name}
          </h2>
          <p>
            {relation !== "" && `Your ${relation.toLowerCase()}. `}Helps you since {since}
            {account !== "" && `, with the account ${account}`}
          </p>
        </div>
      </header>
      <div className={cardStyles.cardBody}>
        <ul className={cardStyles.switches}>
          {helpParts.map((part) => (
            <li key={part}>
              <span>
                <b id={`${part}-${id}`}>{partWords[part].own}</b>
                {partWords[part].about}
              </span>
              <form method="post" action={paths.helpers}>
                <input type="hidden" name={helperExtras.id} value={id} />
                <input type="hidden" name={helperExtras.part} value={part} />
                <button
                  type="submit"
                  role="switch"
                  aria-checked={parts[part]}
                  aria-labelledby={`${part}-${id} ${part}-${id}-word`}
                  name={helperExtras.act}
                  value={parts[part] ? "off" : "on"}
                  className={cardStyles.switch}
                >
                  <span className={cardStyles.knob} aria-hidden="true" />
                  <span id={`${part}-${id}-word`}>{parts[part] ? "On" : "Off"}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
        <p className={cardStyles.never}>
          <Icon name="dash" />
          <span>
            <b>Never:</b> your password, email or card. They can’t change who helps you, or close
            your account. Only you can do that.
          </span>
        </p>
        {isAllOff && (
          <p>
            <b>{first} can see nothing now.</b> All three are off. {first} stays on your list until
            you end the help.
          </p>
        )}
        <p>The help ends by itself on {until}, unless you renew it.</p>
        <form method="post" action={paths.helpers}>
          <input type="hidden" name={helperExtras.id} value={id} />
          <ButtonRow>
            {actCount > 0 && (
              <a href={didPath(id)} className={buttonClass("ghost")}>
                See what {first} did
              </a>
            )}
            {mayRenew && (
              <Button type="submit" name={helperExtras.act} value="renew">
                Renew for a year
              </Button>
            )}
            <button
              type="submit"
              name={helperExtras.act}
              value="end"
              className={`${buttonClass("ghost")} ${styles.danger}`}
            >
              End {first}’s help
            </button>
          </ButtonRow>
        </form>
      </div>
    </section>
  );
}

/** What a helper looked at and did, the newest first. */
export function HelperActs({ helper, isOpen }: { helper: ShownHelper; isOpen: boolean }) {
  const { id, name, acts, actCount } = helper;
  const first = firstWord(name);
  return (
    <>
      <h2 id={isOpen ? "did" : undefined}>What {first} did</h2>
      {acts.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ul className={styles.acts}>
          {acts.map((act) => (
            <li key={act.id}>
              <b>{act.when}</b>
              <span dir="auto">{act.what}</span>
            </li>
          ))}
        </ul>
      )}
      {actCount > acts.length && !isOpen && (
        <p>
          <a href={didPath(id)} className={styles.more}>
            All {actCount} things {first} did
          </a>
        </p>
      )}
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
