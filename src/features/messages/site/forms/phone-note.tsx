import { type MouseEvent, useEffect, useRef, useState } from "react";
import { phoneMethods, supportForm } from "../../contract/forms/support.ts";
import styles from "./phone-note.module.css";

/** Ten digits, however they are grouped. */
const phoneNumber = /(?:\d[\s().-]*){10}/;

const detailsId = `${supportForm.collection}-details`;
const numberLine = "My phone number: ";

/** Puts the beginning of a line for the number into the details, and the caret behind it. */
function startNumber(event: MouseEvent): void {
  const details = document.getElementById(detailsId);
  if (!(details instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  const { value } = details;
  if (!value.includes(numberLine))
    details.value = `${numberLine}${value === "" ? "" : `\n${value}`}`;
  const end = details.value.indexOf(numberLine) + numberLine.length;
  details.focus();
  details.setSelectionRange(end, end);
}

function lacksPhone(form: HTMLFormElement): boolean {
  const data = new FormData(form);
  return (
    phoneMethods.includes(String(data.get("contactMethod"))) &&
    !phoneNumber.test(String(data.get("details")))
  );
}

/**
 * Offers to add a phone number to the details while one is needed. Without scripts it is always
 * shown.
 */
export function PhoneNote() {
  const element = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<boolean>();
  useEffect(() => {
    const form = element.current?.closest("form");
    if (!form) return;
    const update = () => setShown(lacksPhone(form));
    update();
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  }, []);
  return (
    <div ref={element} role="status" className={shown === undefined ? styles.waiting : undefined}>
      {shown !== false && (
        <p className={styles.note}>
          To get a call or a text, add your number below.{" "}
          <a href={`#${detailsId}`} onClick={startNumber}>
            Add it now
          </a>
        </p>
      )}
    </div>
  );
}
