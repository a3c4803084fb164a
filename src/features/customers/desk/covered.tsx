import { useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert, LinkButton } from "../../../platform/desk/ui/form-controls.tsx";
import {
  type CoveredFact,
  callerCheckEndpoints,
  coveredFactNames,
} from "../contract/caller-check.ts";
import type { CustomerDetail } from "../contract/customers.ts";
import styles from "./customer.module.css";

interface CoveredProps {
  readonly customer: CustomerDetail;
  readonly fact: CoveredFact;
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** In place of a fact that a caller is asked about. Showing it is in the history. */
export function Covered({ customer, fact, onChanged }: CoveredProps) {
  const [failure, setFailure] = useState<string>();
  async function show() {
    const endpoint = withId(callerCheckEndpoints.show, customer.id);
    const outcome = await deskRequest(endpoint, { fact });
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    await onChanged(outcome.ok ? `${coveredFactNames[fact]}: shown. It is in the history.` : "");
  }
  return (
    <span className={styles.covered}>
      <DeskIcon name="lock" />
      Covered
      <LinkButton onClick={() => void show()}>
        Show<span className="sr"> {coveredFactNames[fact]}</span>
      </LinkButton>
      <FormAlert message={failure} />
    </span>
  );
}
