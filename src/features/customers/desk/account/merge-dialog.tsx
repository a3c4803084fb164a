import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import type { RequestError } from "../../../../platform/contract/errors/error-message.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { PhoneLink } from "../../../../platform/desk/record/phone-link.tsx";
import { SearchField } from "../../../../platform/desk/record/search-field.tsx";
import { Button, buttonClass } from "../../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../../platform/desk/ui/dialog.module.css";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { customerEndpoints, customerLimits } from "../../contract/customers.ts";
import {
  type MergePreview,
  type MergeSide,
  mergeEndpoints,
  mergeUndoDays,
} from "../../contract/merges.ts";
import type { DialogProps } from "./account-dialogs.tsx";
import styles from "./merge-dialog.module.css";

interface Pair {
  readonly kept: string;
  readonly other: string;
}

/** Merges the customer's account with another one of theirs: first the choice, then a dry run. */
export function MergeDialog({ customer, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [pair, setPair] = useState<Pair>();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${styles.dialog}`}
      aria-labelledby="merge-dialog"
      onClose={onClose}
    >
      <h2 id="merge-dialog">Merge {firstName(customer.name)}’s accounts?</h2>
      {pair ? (
        <DryRun
          key={pair.kept}
          pair={pair}
          onSwap={() => setPair({ kept: pair.other, other: pair.kept })}
          onCancel={() => dialog.current?.close()}
          onMerged={() => {
            dialog.current?.close();
            onDone("The accounts are merged.");
            if (pair.kept !== customer.id) void navigate(`${deskPaths.customers}/${pair.kept}`);
          }}
        />
      ) : (
        <>
          <p>Choose the other account of the same person. Nothing changes yet.</p>
          <ChooseAccount
            except={customer.id}
            onChoose={(other) => setPair({ kept: customer.id, other })}
          />
          <Actions>
            <Button look="ghost" onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
          </Actions>
        </>
      )}
    </dialog>
  );
}

/** As many as fit without scrolling. */
const maxShown = 6;

interface ChooseAccountProps {
  readonly except: string;
  readonly onChoose: (uid: string) => void;
}

function ChooseAccount({ except, onChoose }: ChooseAccountProps) {
  const [q, setQ] = useState("");
  const query = new URLSearchParams({ q });
  const { data } = useData(q === "" ? null : withQuery(customerEndpoints.list, query));
  const found = q === "" ? [] : (data?.customers ?? []).filter(({ id }) => id !== except);
  return (
    <div className={styles.choose}>
      <SearchField
        id="merge-search"
        label="Name, phone, email or support ID"
        q={q}
        maxLength={customerLimits.search}
        onSearch={setQ}
      />
      <p role="status">
        {q !== "" && data && found.length === 0 ? "No other customer found." : ""}
      </p>
      <ul>
        {found.slice(0, maxShown).map((one) => (
          <li key={one.id}>
            <p>
              <b>
                <bdi>{one.name}</bdi>
              </b>
              <span>{[one.city, one.phone, one.email].filter(Boolean).join(", ")}</span>
            </p>
            <Button look="ghost" isSmall onClick={() => onChoose(one.id)}>
              Choose
              <span className="sr">
                {" "}
                <bdi>{one.name}</bdi>, {one.supportId}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DryRunProps {
  readonly pair: Pair;
  readonly onSwap: () => void;
  readonly onCancel: () => void;
  readonly onMerged: () => void;
}

/** What the merge would do, and the button that does it. */
function DryRun({ pair: { kept, other }, onSwap, onCancel, onMerged }: DryRunProps) {
  const [preview, setPreview] = useState<MergePreview>();
  const [error, setError] = useState<RequestError>();
  const [isBusy, setIsBusy] = useState(true);
  useEffect(() => {
    let isShown = true;
    void deskRequest(withId(mergeEndpoints.preview, kept), { other }).then((outcome) => {
      if (!isShown) return;
      setIsBusy(false);
      if (outcome.ok) setPreview(outcome.data);
      else setError(outcome.error);
    });
    return () => {
      isShown = false;
    };
  }, [kept, other]);

  async function merge(shown: MergePreview) {
    setIsBusy(true);
    const versions = { kept: shown.kept.version, other: shown.other.version };
    const outcome = await deskRequest(withId(mergeEndpoints.merge, kept), { other, versions });
    setIsBusy(false);
    if (outcome.ok) onMerged();
    else setError(outcome.error);
  }

  const failure = error ? failureMessage(error) : (preview?.obstacle ?? undefined);
  return (
    <>
      <p role="status">{preview || failure ? "" : "Loading what a merge would do…"}</p>
      <FormAlert message={failure} />
      {preview && <Sides preview={preview} />}
      <Actions>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
        {error?.code === "caller-unchecked" && (
          <Link to={`${deskPaths.customers}/${other}`} className={buttonClass("solid")}>
            Open the other account
          </Link>
        )}
        {preview && (
          <Button look="ghost" onClick={onSwap}>
            Keep the other account instead
          </Button>
        )}
        {preview && !failure && (
          <Button
            look="danger"
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && void merge(preview)}
          >
            Merge the accounts
          </Button>
        )}
      </Actions>
    </>
  );
}

function Sides({ preview: { kept, other, moves } }: { readonly preview: MergePreview }) {
  return (
    <>
      <p>
        This is a dry run: nothing has changed yet. After the merge, it can be undone for{" "}
        {mergeUndoDays} days.
      </p>
      <div className={styles.sides}>
        <Side heading="This account is kept" side={kept} />
        <Side heading="This account ends" side={other} than={kept} />
      </div>
      <h3>What moves</h3>
      {moves.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <ul className={styles.moves}>
          {moves.map(({ name, count }) => (
            <li key={name}>
              {name}: <b>{count}</b>
            </li>
          ))}
        </ul>
      )}
      <p>Applications and the newsletter stay with the email that they were sent from.</p>
      <h3>What ends</h3>
      <p>
        The login of <bdi>{other.email}</bdi>, with its password, passkeys, codes and sessions.
        Name, phone and address of the kept account stay. Both addresses get an email.
      </p>
    </>
  );
}

const facts = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  address: "Address",
  supportId: "Support ID",
} as const satisfies Partial<Record<keyof MergeSide, string>>;

/** What becomes of what differs. */
const ends = {
  name: "Differs, is not kept",
  email: "No longer logs in",
  phone: "Differs, is not kept",
  address: "Differs, is not kept",
} as const satisfies Partial<Record<keyof typeof facts, string>>;

interface SideProps {
  readonly heading: string;
  readonly side: MergeSide;
  /** The account whose details are kept: what differs from them is marked. */
  readonly than?: MergeSide;
}

function Side({ heading, side, than }: SideProps) {
  const names = Object.keys(facts) as (keyof typeof facts)[];
  return (
    <section>
      <h3>{heading}</h3>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{facts[name]}</dt>
            <dd>
              {name === "phone" && side.phone !== "" ? (
                <PhoneLink phone={side.phone} />
              ) : (
                <bdi>{side[name] || "None"}</bdi>
              )}
              {name === "email" && side.email !== "" && !side.isConfirmed && (
                <small>Not confirmed: it may be someone else’s</small>
              )}
              {than && name in ends && side[name] !== than[name] && (
                <small>{ends[name as keyof typeof ends]}</small>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>Customer since</dt>
          <dd>{formatDay(side.since)}</dd>
        </div>
      </dl>
    </section>
  );
}
