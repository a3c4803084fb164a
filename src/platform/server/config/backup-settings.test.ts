import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };

test("a continuous backup goes to a folder or a bucket", () => {
  expect(readConfig({}).backup).toBeUndefined();
  expect(readConfig({ BACKUP_URL: "file:///mnt/the%20disk/" }).backup).toEqual({
    folder: "/mnt/the disk",
  });
  const url = "s3://example/site?region=eu-central-1";
  expect(readConfig({ ...keys, BACKUP_URL: url }).backup).toEqual({
    objectStore: expect.objectContaining({ folder: "site/", region: "eu-central-1" }),
  });
  expect(readConfig({ BACKUP_DAYS: "7" }).backupDays).toBe(7);
});

test.for([
  [{ BACKUP_URL: "file:///" }, "use an address like file:///mnt"],
  [{ BACKUP_URL: "file://host/folder" }, "use an address like file:///mnt"],
  [{ BACKUP_URL: "/mnt/backup" }, "use an address like s3://bucket"],
  [{ BACKUP_URL: "file:///srv/data/backup", DATA_DIR: "/srv/data" }, "outside DATA_DIR"],
  [{ BACKUP_URL: "s3://example?region=us-east-1" }, "set AWS_ACCESS_KEY_ID"],
  [{ BACKUP_URL: "file:///mnt", DATABASE_URL: "postgres://localhost/x" }, "copies a SQLite"],
  [{ BACKUP_DAYS: "0" }, "use 1 to 999"],
] as const)("%o is rejected", ([settings, error]) => {
  expect(() => readConfig(settings)).toThrow(ConfigError);
  expect(() => readConfig(settings)).toThrow(error);
});
