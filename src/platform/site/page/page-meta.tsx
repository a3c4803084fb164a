import { brand } from "../../../brand.ts";
import { siteOrigin } from "./page-context.ts";

interface PageMetaProps {
  readonly path: string;
  /** Without the product's name, which is appended. */
  readonly title: string;
  readonly description: string;
  /** Name of the share image in /og/, without extension. */
  readonly picture?: string;
  /** Structured data (schema.org) of this page. */
  readonly jsonLd?: readonly object[];
  /** Keeps the page out of search engines: personal or one-time content. */
  readonly noIndex?: boolean;
}

/** Title, description, canonical link and Open Graph tags of a page; React hoists them into the head. */
export function PageMeta({ path, title, description, picture, jsonLd, noIndex }: PageMetaProps) {
  const fullTitle = `${title} - ${brand.name}`;
  const url = `${siteOrigin()}${path}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {noIndex && <meta name="robots" content="noindex" />}
      {picture && (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={brand.name} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={url} />
          <meta property="og:image" content={`${siteOrigin()}/og/${picture}.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={fullTitle} />
          <meta name="twitter:description" content={description} />
          <meta name="twitter:image" content={`${siteOrigin()}/og/${picture}.png`} />
        </>
      )}
      {jsonLd?.map((item) => (
        <script
          key={JSON.stringify(item)}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(item).replaceAll("<", "\\u003c") }}
        />
      ))}
    </>
  );
}
