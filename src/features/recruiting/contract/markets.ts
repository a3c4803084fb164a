/**
 * Names of markets as staff know them: the regions of Colorado's ZIP prefixes, each by the town of
 * its sorting center or its largest town (USPS, labeling list L002).
 */
const marketNames: Readonly<Record<string, string>> = {
  "800": "Denver suburbs",
  "801": "Denver south",
  "802": "Denver",
  "803": "Boulder",
  "804": "Golden",
  "805": "Fort Collins",
  "806": "Greeley",
  "807": "Fort Morgan",
  "808": "Pikes Peak",
  "809": "Colorado Springs",
  "810": "Pueblo",
  "811": "Alamosa",
  "812": "Salida",
  "813": "Durango",
  "814": "Montrose",
  "815": "Grand Junction",
  "816": "Glenwood Springs",
};

/** Name of a market: "Pueblo", or "ZIP 660" for one without a name. */
export function marketName(market: string): string {
  return marketNames[market] ?? `ZIP ${market}`;
}
