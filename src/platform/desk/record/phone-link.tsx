import type { ReactNode } from "react";

interface PhoneLinkProps {
  readonly phone: string;
  readonly className?: string | undefined;
  /** Before the number. */
  readonly icon?: ReactNode;
}

/** A number that a press calls. */
export function PhoneLink({ phone, className, icon }: PhoneLinkProps) {
  if (phone === "") return null;
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={className}>
      {icon}
      {phone}
    </a>
  );
}
