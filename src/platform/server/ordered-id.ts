import { randomUUIDv7 } from "node:crypto";

/** UUID version 7: 48 bits of milliseconds, version, 12 bits used as a counter, random bits. */
const timeDigits = 12;
const maxCount = 0xfff;

let lastTime = 0;
let count = 0;

/**
 * A UUID version 7 that sorts after every earlier one of this process (RFC 9562, section 6.2,
 * method 1). Node's own UUIDs are in random order within a millisecond, in which a server may
 * store many records.
 */
export function orderedId(): string {
  const [high = "", low = "", , ...random] = randomUUIDv7().split("-");
  const time = Number.parseInt(high + low, 16);
  if (time > lastTime) {
    lastTime = time;
    count = 0;
  } else if (count < maxCount) {
    count += 1;
  } else {
    lastTime += 1;
    count = 0;
  }
  const digits = lastTime.toString(16).padStart(timeDigits, "0");
  const counter = `7${count.toString(16).padStart(3, "0")}`;
  return [digits.slice(0, 8), digits.slice(8), counter, ...random].join("-");
}
