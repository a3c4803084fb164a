import { roomYou } from "../../platform/site/pictures/rooms.ts";
import { ConfirmDialog } from "../../platform/site/ui/confirm-dialog.tsx";
import { CloseButton, MessageDialog } from "../../platform/site/ui/message-dialog.tsx";
import { Picture } from "../../platform/site/ui/picture.tsx";
import { inState, type Part } from "./part.ts";
import { longSentence, longWord, sentence } from "./sample-texts.ts";

function nothing(): void {}

const question = {
  heading: "Delete your account?",
  cancelLabel: "Keep it",
  confirmLabel: "Delete it",
  onCancel: nothing,
  onConfirm: nothing,
};

/** Dialogs of src/platform/site/ui. */
export const dialogParts: readonly Part[] = [
  {
    name: "Message dialog",
    states: [
      inState(
        "Message with a picture",
        <MessageDialog kind="message" heading="Changes Saved" picture={roomYou} onClose={nothing}>
          <p>{sentence}</p>
        </MessageDialog>,
        { place: "alone" },
      ),
      inState(
        "Alert",
        <MessageDialog kind="alert" heading="An error occurred." onClose={nothing} />,
        { place: "alone" },
      ),
      inState(
        "Long words and two buttons",
        <MessageDialog
          kind="alert"
          heading={longSentence}
          strip={<Picture file={roomYou} alt="" />}
          actions={
            <>
              <CloseButton>Go on</CloseButton>
              <CloseButton look="ghost">Try again</CloseButton>
            </>
          }
          onClose={nothing}
        >
          <p>{longSentence}</p>
          <p>{longWord}</p>
        </MessageDialog>,
        { place: "alone" },
      ),
    ],
  },
  {
    name: "Confirm dialog",
    states: [
      inState(
        "Question with a picture",
        <ConfirmDialog {...question} picture={roomYou}>
          <p>{sentence}</p>
        </ConfirmDialog>,
        { place: "alone" },
      ),
      inState(
        "Busy",
        <ConfirmDialog {...question} busy>
          <p>{sentence}</p>
        </ConfirmDialog>,
        { place: "alone" },
      ),
      inState(
        "Failed",
        <ConfirmDialog {...question} error="It could not be deleted. Please try again.">
          <p>{longSentence}</p>
        </ConfirmDialog>,
        { place: "alone" },
      ),
    ],
  },
];
