import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button, type ButtonLook, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { LinkButton, linkClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { deskHome, inState, type Part } from "../part.ts";
import styles from "./desk-gallery.module.css";
import { longLine } from "./sample-texts.ts";

const looks: Readonly<Record<ButtonLook, string>> = {
  solid: "Solid",
  sage: "Sage",
  ghost: "Ghost",
  quiet: "Quiet",
  paper: "Paper",
  danger: "Danger",
};

const question = {
  label: "Delete",
  heading: "Delete this token?",
  text: "What uses it stops to work at once. You cannot bring it back.",
  send: async () => ({ ok: true, data: undefined }) as const,
  onDone: () => undefined,
};
const confirmButton = "dialog button:last-child";

export const buttonParts: readonly Part[] = [
  {
    name: "Button",
    states: [
      ...(Object.keys(looks) as ButtonLook[]).map((look) =>
        inState(
          looks[look],
          // Only this look is made for a dark ground.
          <div className={`${styles.row} ${look === "paper" ? `on-dark ${styles.dark}` : ""}`}>
            <Button look={look}>Save</Button>
            <Button look={look} isSmall>
              Save
            </Button>
            <Button look={look} aria-disabled>
              Saving…
            </Button>
            <a className={buttonClass(look)} href={deskHome}>
              Open
            </a>
          </div>,
        ),
      ),
      inState(
        "With an icon",
        <div className={styles.row}>
          <Button>
            <DeskIcon name="send" />
            Send
          </Button>
          <Button look="ghost" isSmall>
            <DeskIcon name="print" />
            Print
          </Button>
        </div>,
      ),
      inState("Long text", <Button>{longLine}</Button>),
      inState(
        "Long text, small, with an icon",
        <Button look="ghost" isSmall>
          <DeskIcon name="again" />
          {longLine}
        </Button>,
      ),
    ],
  },
  {
    name: "Submit button",
    states: [
      inState(
        "Ready and busy",
        <div className={styles.row}>
          <SubmitButton isBusy={false}>Save</SubmitButton>
          <SubmitButton isBusy>Saving…</SubmitButton>
        </div>,
      ),
      inState(
        "Danger",
        <div className={styles.row}>
          <SubmitButton isBusy={false} look="danger">
            Delete
          </SubmitButton>
          <SubmitButton isBusy look="danger">
            Deleting…
          </SubmitButton>
        </div>,
      ),
    ],
  },
  {
    name: "Link button",
    states: [
      inState(
        "Beside a link with the same class",
        <div className={styles.row}>
          <LinkButton>Start again</LinkButton>
          <a className={linkClass} href={deskHome}>
            Back to the list
          </a>
        </div>,
      ),
      inState("Long text", <LinkButton>{longLine}</LinkButton>),
    ],
  },
  {
    name: "Ask button",
    states: [
      inState(
        "Closed, small and in full size",
        <div className={styles.row}>
          <AskButton {...question} of="the token of the wiki" />
          <AskButton {...question} isSmall={false} />
        </div>,
      ),
      inState("Closed, another look", <AskButton {...question} look="ghost" label="Send again" />),
      inState("Long text", <AskButton {...question} label={longLine} />),
      inState("Asks", <AskButton {...question} />, { place: "alone", press: "button" }),
      inState("Busy", <AskButton {...question} send={() => new Promise(() => undefined)} />, {
        place: "alone",
        press: ["button", confirmButton],
      }),
      inState(
        "Failed",
        <AskButton
          {...question}
          send={async () => ({ ok: false, error: { code: "unreachable" } })}
        />,
        { place: "alone", press: ["button", confirmButton] },
      ),
      inState(
        "Asks with long text",
        <AskButton
          {...question}
          look="ghost"
          heading={longLine}
          text={`${longLine} ${longLine}`}
          cancelLabel="Leave it as it is for now"
          confirmLabel={longLine}
        />,
        { place: "alone", press: "button" },
      ),
    ],
  },
];
