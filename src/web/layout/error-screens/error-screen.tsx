import type { ReactNode } from "react";
import { PhoneLinks } from "../../page/phone-links.tsx";
import { Picture } from "../../ui/picture.tsx";
import type { PictureFile } from "../../ui/picture-file.ts";
import styles from "./error-screen.module.css";

interface ErrorScreenProps {
  readonly heading: string;
  readonly title: string;
  readonly picture: PictureFile;
  readonly narrowPicture: PictureFile;
  readonly children: ReactNode;
}

/** Error screen: what went wrong, what to do next, and phone links. */
export function ErrorScreen({
  heading,
  title,
  picture,
  narrowPicture,
  children,
}: ErrorScreenProps) {
  return (
    <section className={`${styles.screen} on-dark`}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap">
        <h1>{heading}</h1>
        {children}
        <PhoneLinks />
      </div>
      <Picture file={picture} narrow={narrowPicture} narrowMedia="(--below-tablet)" alt="" eager />
    </section>
  );
}
