/** A number that a press calls. */
export function PhoneLink({ phone, className }: { phone: string; className?: string | undefined }) {
  if (phone === "") return null;
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={className}>
      {phone}
    </a>
  );
}
