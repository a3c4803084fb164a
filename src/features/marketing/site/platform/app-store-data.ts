import { brand } from "../../../../brand.ts";

const categories = {
  main: "LifestyleApplication",
  caregiver: "HealthApplication",
  provider: "BusinessApplication",
} as const;

/** Structured data (schema.org MobileApplication) of the three apps, with the store links that are set. */
export function mobileApplications(): object[] {
  return (["main", "caregiver", "provider"] as const).map((key) => {
    const { name, appStore, googlePlay } = brand.apps[key];
    const links = [appStore, googlePlay].filter((link) => link !== null);
    return {
      "@context": "https://schema.org",
      "@type": "MobileApplication",
      name,
      applicationCategory: categories[key],
      operatingSystem: key === "main" ? "iOS" : "iOS, Android",
      publisher: { "@type": "Organization", name: brand.company },
      ...(links.length > 0 && { installUrl: links }),
    };
  });
}
