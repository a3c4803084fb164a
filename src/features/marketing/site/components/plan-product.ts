import { brand } from "../../../../brand.ts";
import type { Path } from "../../../../platform/contract/paths.ts";
import { siteOrigin } from "../../../../platform/site/page/page-context.ts";

interface PlanProduct {
  readonly name: string;
  readonly description: string;
  /** Page with the plans, in its section #pricing. */
  readonly path: Path;
  readonly plans: { readonly monthlyCents: number; readonly annualCents: number };
}

/** Structured data (schema.org Product with two offers) for a plan, monthly and yearly. */
export function planProduct({ name, description, path, plans }: PlanProduct): object {
  const url = `${siteOrigin()}${path}#pricing`;
  const offer = (title: string, cents: number, unit: "MON" | "ANN") => {
    const price = (cents / 100).toFixed(2);
    return {
      "@type": "Offer",
      name: title,
      url,
      price,
      priceCurrency: "USD",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price,
        priceCurrency: "USD",
        referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: unit },
      },
    };
  };
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description,
    brand: { "@type": "Brand", name: brand.name },
    offers: [
      offer("Monthly", plans.monthlyCents, "MON"),
      offer("Annual", plans.annualCents, "ANN"),
    ],
  };
}
