import type { ReactNode } from "react";
import { brand } from "../../../../brand.ts";
import { PhoneLinks } from "../../page/phone-links.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { PictureFile } from "../../ui/picture-file.ts";
import styles from "./error-screen.module.css";
import { NightHouse } from "./night-house.tsx";

interface ErrorScreenProps {
  readonly heading: string;
  /** The specified words for it, which also title the document; without, the heading does. */
  readonly message?: string;
  /** By default a picture that is part of the code. */
  readonly picture?: PictureFile;
  readonly narrowPicture?: PictureFile;
  readonly children: ReactNode;
}

/** Error screen: what went wrong, what to do next, and phone links. */
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
