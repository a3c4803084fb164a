import { receiveText } from "../../src/features/texts/server/receive-text.ts";
import { hours, minutes } from "../../src/platform/contract/durations.ts";
import { type DemoReplyContext, type DemoWriter, sendAt } from "./replies.ts";

/** Texts of the demo: number, words, hours ago, our answer or "". */
const conversations = [
  ["303-555-0163", "Is Sam coming at 4 today?", 26, "Yes, Sam comes at 4. He rings twice."],
  ["303-555-0160", "Can the ride be at ten instead of 9:15?", 2, ""],
  ["303-555-0188", "Do you also come to Loveland?", 5, ""],
] as const;

/** Adds texts to our number, of customers and of someone new; one is answered. */
export async function addDemoTexts(
  context: DemoReplyContext,
  writer: DemoWriter,
  now: number,
): Promise<void> {
  for (const [phone, body, ago, answer] of conversations) {
    const at = now - hours(ago);
    const text = { providerId: `demo-${phone}`, from: `+1${phone}`, mediaCount: 0, optOut: "" };
    const then = { ...context, openMarkets: null, now: () => at };
    const reference = await receiveText({ ...text, body }, then);
    if (answer === "" || !reference) continue;
    const reply = { text: answer, blanks: {}, statusAfter: "waiting", templateId: "" };
    const sent = { ...reply, version: 1 };
    await sendAt(context, { kind: "case", reference }, sent, writer, at + minutes(20));
  }
}
