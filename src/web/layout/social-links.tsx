import { brand } from "../../brand.ts";
import { ExternalLink } from "../app-link.tsx";
import styles from "./footer.module.css";

const shapes: Record<keyof typeof brand.social, string> = {
  Facebook:
    "M14 24V13.500h3.600l.6-4.300H14V6.500c0-1.300.5-2.100 2.200-2.100h2.200V.6C17.900.4 16.800.3 15.500.3c-3.100 0-5.300 1.900-5.300 5.400v3.500H6.500v4.300h3.700V24Z",
  X: "M1 1.500h6.800l5 7 6-7h3.400l-7.800 9.200L23 22.500h-6.800l-5.500-7.600-6.500 7.600H.8l8.300-9.800Zm4.400 2.300 12 16.400h2L7.500 3.800Z",
  Instagram:
    "M6.500 1h11A5.500 5.500 0 0 1 23 6.500v11a5.500 5.500 0 0 1-5.500 5.500h-11A5.500 5.500 0 0 1 1 17.500v-11A5.500 5.500 0 0 1 6.500 1Zm0 2.800a2.700 2.700 0 0 0-2.700 2.700v11a2.700 2.700 0 0 0 2.700 2.700h11a2.700 2.700 0 0 0 2.700-2.700v-11a2.700 2.700 0 0 0-2.700-2.700ZM12 6.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11Zm0 2.700a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600ZM17.800 5a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600Z",
  YouTube: "M4 4h16a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Zm5.500 4v8l7-4Z",
  LinkedIn:
    "M2 8h4.500v14.500H2ZM4.200 1a2.600 2.600 0 1 1 0 5.200 2.600 2.600 0 0 1 0-5.200ZM9.500 8h4.300v2c.7-1.300 2.300-2.400 4.500-2.400 4.300 0 5.200 2.700 5.200 6.600v8.300H19v-7.400c0-2-.3-3.700-2.400-3.700-2.200 0-2.600 1.800-2.600 3.700v7.400H9.500Z",
};

/** The five social links of SPEC 2, each in a new tab. */
export function SocialLinks() {
  return (
    <div>
      <h2>Follow us</h2>
      <p className="small">These links open in a new tab.</p>
      <ul className={styles.social}>
        {(Object.keys(shapes) as (keyof typeof shapes)[]).map((name) => (
          <li key={name}>
            <ExternalLink href={brand.social[name]}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path fillRule="evenodd" d={shapes[name]} />
              </svg>
              <span className="sr">{name}</span>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
