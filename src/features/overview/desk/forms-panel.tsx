import type { ReactNode } from "react";
import { House, type Roof } from "../../../platform/desk/format/house.tsx";
import { Street, type StreetHouse } from "../../../platform/desk/format/street.tsx";
import { countWindows, findWindowScale } from "../../../platform/desk/format/window-scale.ts";
import { inboxForms } from "../../messages/contract/desk/inbox.ts";
import { emailForm } from "../../messages/contract/forms/email.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { formatAnswerTime } from "./answer-panels.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { windowOf } from "./overview-text.ts";

const maxWindows = 48;
/** Houses side by side on a phone, where six would be too narrow for their captions. */
const rowOfPhone = 3;
const roofs: Readonly<Record<string, Roof>> = {
  WebSupportRequests: "sage",
  ContactForm: "marigold",
  WebFeatureSubmissions: "sky",
  WebFeedbackSubmissions: "rose",
  WebInvestorSubmissions: "pale",
  DataDeletionRequests: "ink",
};

/** Forms of the site; the rest comes by email. */
const siteForms = Object.keys(inboxForms).filter((form) => form !== emailForm.collection).length;

interface FormsPanelProps {
  readonly overview: OverviewResponse;
  readonly children: ReactNode;
}

/** Messages and answers by form, most messages first. */
export function FormsPanel({ overview: { messages, forms }, children }: FormsPanelProps) {
  const sorted = forms.toSorted((a, b) => b.messages - a.messages);
  const nameOf = (form: string) => inboxForms[form] ?? form;
  const scale = findWindowScale(Math.max(0, ...forms.map((one) => one.messages)), maxWindows);
  const describe = (some: typeof forms) =>
    some.map((one) => `${nameOf(one.form)}: ${one.messages}`).join(", ");
  const toHouse = ({ form, messages: count }: (typeof forms)[number]): StreetHouse => ({
    key: form,
    house: <House windows={countWindows(count, scale)} columns={4} roof={roofs[form] ?? "green"} />,
    caption: (
      <>
        <b>{count}</b>
        {nameOf(form)}
      </>
    ),
  });
  return (
    <NumberPanel
      heading="By form"
      number={messages.toLocaleString("en-US")}
      text={`messages without spam, from ${siteForms} forms and by email. ${windowOf(scale, "message", "messages")}.`}
      className={styles.forms}
    >
      <Street label={describe(sorted)} houses={sorted.map(toHouse)} className={styles.wide} />
      {[sorted.slice(0, rowOfPhone), sorted.slice(rowOfPhone)].map((row) => (
        <Street
          key={row[0]?.form}
          label={describe(row)}
          houses={row.map(toHouse)}
          className={styles.narrow}
        />
      ))}
      <NumberTable
        name="By form"
        columns={["Form", "Came in", "Open", "Overdue", "In time", "No reply", "First answer"]}
        rows={sorted.map((one) => [
          nameOf(one.form),
          one.messages,
          one.open,
          one.overdue,
          `${one.inTime} of ${one.answered + one.overdue}`,
          one.closedWithoutReply,
          formatAnswerTime(one.medianMinutes),
        ])}
        isOpen
      >
        {children}
      </NumberTable>
    </NumberPanel>
  );
}
