import { useEffect, useRef, useState } from "react";
import { phoneMethods, supportForm } from "../../contract/forms/support.ts";
import styles from "./phone-note.module.css";

/** Ten digits, however they are grouped. */
const phoneNumber = /(?:\d[\s().-]*){10}/;

/** The form asks for no phone number (SPEC 5), but some ways to answer need one. */
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
          To get a call or a text, add your phone number to the details.{" "}
          <a href={`#${supportForm.collection}-details`}>Add it now</a>
        </p>
      )}
    </div>
  );
}
