export interface Codes {
  /** By name in lower case, without periods and commas. */
  readonly byName: Readonly<Record<string, string>>;
  /** Shown when a pasted text is neither a code nor a name. */
  readonly error: string;
}

export const stateCodes: Codes = {
  byName: {
    alabama: "AL",
    alaska: "AK",
    "american samoa": "AS",
    arizona: "AZ",
    arkansas: "AR",
    california: "CA",
    colorado: "CO",
    connecticut: "CT",
    delaware: "DE",
    "district of columbia": "DC",
    florida: "FL",
    georgia: "GA",
    guam: "GU",
    hawaii: "HI",
    idaho: "ID",
    illinois: "IL",
    indiana: "IN",
    iowa: "IA",
    kansas: "KS",
    kentucky: "KY",
    louisiana: "LA",
    maine: "ME",
    maryland: "MD",
    massachusetts: "MA",
    michigan: "MI",
    minnesota: "MN",
    mississippi: "MS",
    missouri: "MO",
    montana: "MT",
    nebraska: "NE",
    nevada: "NV",
    "new hampshire": "NH",
    "new jersey": "NJ",
    "new mexico": "NM",
    "new york": "NY",
    "north carolina": "NC",
    "north dakota": "ND",
    "northern mariana islands": "MP",
    ohio: "OH",
    oklahoma: "OK",
    oregon: "OR",
    pennsylvania: "PA",
    "puerto rico": "PR",
    "rhode island": "RI",
    "south carolina": "SC",
    "south dakota": "SD",
    tennessee: "TN",
    texas: "TX",
    utah: "UT",
    vermont: "VT",
    "virgin islands": "VI",
    virginia: "VA",
    washington: "WA",
    "washington dc": "DC",
    "west virginia": "WV",
    wisconsin: "WI",
    wyoming: "WY",
  },
  error: "Use two letters here. Example: CO for Colorado.",
};

/**
 * The code for a pasted text: the text itself if it is short enough, or the code of that name.
 * @returns undefined if it is neither
 */
export function findCode({ byName }: Codes, text: string, maxLength: number): string | undefined {
  const plain = text.replaceAll(/[.,]/g, "").trim().replaceAll(/\s+/g, " ");
  if (plain !== "" && plain.length <= maxLength) return plain.toUpperCase();
  const name = plain.toLowerCase();
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}
