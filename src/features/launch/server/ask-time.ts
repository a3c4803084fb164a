import { createSocket } from "node:dgram";
import { once } from "node:events";
import { askTimeoutMs } from "./ask.ts";

/** For everybody, without an account. */
const publicServer = "time.cloudflare.com:123";
const packetBytes = 48;
/** Seconds from 1900, from which NTP counts, to 1970. */
const epochSeconds = 2_208_988_800;

/**
 * How far this computer's clock is ahead of a time server's (SNTP, RFC 4330), in milliseconds.
 * @param server address and port
 * @throws Error if it does not answer in time
 */
export async function askTime(server = publicServer): Promise<number> {
  const [host = "", port = ""] = server.split(":");
  const socket = createSocket("udp4");
  const signal = AbortSignal.timeout(askTimeoutMs);
  try {
    socket.connect(Number(port), host);
    await once(socket, "connect", { signal });
    const question = Buffer.alloc(packetBytes);
    // Version 4, as a client.
    question[0] = 0x23;
    const sentAt = Date.now();
    const sent = performance.now();
    socket.send(question);
    const [answer] = (await once(socket, "message", { signal })) as [Buffer];
    const travelMs = performance.now() - sent;
    const isServer = answer.length >= packetBytes && ((answer[0] ?? 0) & 0x07) === 4;
    const stratum = answer[1] ?? 0;
    if (!isServer || stratum === 0 || stratum > 15) throw new Error("no time in the answer");
    const whole = answer.readUInt32BE(40) - epochSeconds;
    const serverMs = (whole + answer.readUInt32BE(44) / 2 ** 32) * 1000;
    return sentAt + travelMs / 2 - serverMs;
  } finally {
    socket.close();
  }
}
