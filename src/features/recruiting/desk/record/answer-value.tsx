import { Address } from "../../../../platform/desk/record/address.tsx";
/** An answer; an address or a phone number as a link. @param name of the field */
export function AnswerValue({ name, text }: { name: string; text: string }) {
  if (name === "email")
    return (
      <a href={`mailto:${text}`}>
        <Address email={text} />
      </a>
    );
  if (name === "phone") return <a href={`tel:${text}`}>{text}</a>;
  return <bdi>{text}</bdi>;
}
