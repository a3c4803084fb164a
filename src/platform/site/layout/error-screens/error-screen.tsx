import type { ReactNode } from "react";
import { brand } from "../../../../brand.ts";
import { PhoneLinks } from "../../page/phone-links.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { PictureFile } from "../../ui/picture-file.ts";
import styles from "./error-screen.module.css";

interface ErrorScreenProps {
  readonly heading: string;
  /** The specified words for it, which also title the document; without, the heading does. */
  readonly message?: string;
  /** By default a picture that is part of the code. */
  readonly picture?: PictureFile;
  readonly narrowPicture?: PictureFile;
  readonly children: ReactNode;
}

export function ErrorScreen({
  heading,
  message,
  picture,
  narrowPicture,
  children,
}: ErrorScreenProps) {
  return (
    <section className={`${styles.screen} on-dark`}>
      <title>{`${message ?? heading} - ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap">
        <h1>{heading}</h1>
        {message && <h2>{message}</h2>}
        {children}
        <PhoneLinks />
      </div>
      {picture ? (
        <Picture
          file={picture}
          {...(narrowPicture && { narrow: narrowPicture })}
          narrowMedia="(--below-tablet)"
          alt=""
          eager
        />
      ) : (
        <NightHouse />
      )}
    </section>
  );
}

/**
 * A house at night with one dark window. It is part of the code, because a picture file cannot load
 * without a connection.
 */
function NightHouse() {
  return (
    <svg className={styles.night} viewBox="0 0 320 120" aria-hidden="true">
      <circle cx="262" cy="24" r="12" fill="#FBD98A" />
      <path
        fill="#12312B"
        d="M-700 100H1020V140H-700ZM14 100V64L38 46 62 64V100ZM232 100V58L262 36 292 58V100ZM-130 100V50L-100 28-70 50V100ZM380 100V66L406 46 432 66V100Z"
      />
      <path fill="#12312B" d="M124 102V54L160 26 196 54V102Z" />
      <path fill="none" stroke="#B4472F" strokeWidth="7" d="M116 57 160 24 204 57" />
      <path fill="#F5B335" d="M132 57 157 39V66H132Z" />
      <path fill="#A9C9E8" d="M188 57 163 39V66H188Z" />
      <path fill="#2B5549" d="M132 72H157V96H132Z" />
      <path fill="#A9CBA4" d="M163 72H188V96H163Z" />
      <path stroke="#F5B335" strokeWidth="2" strokeDasharray="16" d="M-700 112H1020" />
    </svg>
  );
}
