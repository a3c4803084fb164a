import type { Config } from "./config/config.ts";

export type Log = (level: "info" | "warn" | "error", message: string, about?: object) => void;

const levels = { info: 30, warn: 40, error: 50, silent: 100 };

/** Logs in the server's format, without loading its logging library. */
export function openLog(logLevel: Config["logLevel"]): Log {
  const least = { ...levels, trace: 10, debug: 20, fatal: 60 }[logLevel];
  return (level, msg, about = {}) => {
    if (levels[level] < least) return;
    const time = new Date().toISOString();
    console.log(JSON.stringify({ level: levels[level], time, ...about, msg }));
  };
}
