import { expect, test } from "vitest";
import { isPrivateAddress, networkOf, readAddress } from "./network.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  [" 203.0.113.9\t", "203.0.113.9"],
  ["203.0.113.9:41234", "203.0.113.9"],
  ['"203.0.113.9:80"', "203.0.113.9"],
  ["203.0.113.9:_gazonk", "203.0.113.9"],
  ["203.0.113.9:", "203.0.113.9"],
  ["2001:db8:0:0::17", "2001:db8::17"],
  ["2001:DB8::17", "2001:db8::17"],
  ["[2001:db8::17]", "2001:db8::17"],
  ["[2001:db8::17]:4711", "2001:db8::17"],
  ['"[2001:db8::17]:4711"', "2001:db8::17"],
  ["2001:db8:1:2:3:4:5:6:4711", "2001:db8:1:2:3:4:5:6"],
  ["[fe80::1%eth0]:80", "fe80::1"],
  ["fe80::1%25en0", "fe80::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:55000", "203.0.113.9"],
  ["::1", "::1"],
])("the address in %j is %s", (named, address) => {
  expect(readAddress(named)).toBe(address);
});

test.each(
  [
    "",
    " ",
    ",",
    "unknown",
    "_hidden",
    "_SEVKISEK:80",
    "unix:",
    "-",
    "null",
    "localhost",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.009",
    "203.0.113.9/24",
    "[203.0.113.9]:80",
    "[2001:db8::17",
    "[]:80",
    "for=203.0.113.9",
    "203.0.113.9:80:80",
    "\u0000",
    ":".repeat(8000),
  ].map((named) => [named]),
)("%j is no address, and all of these are one network", (named) => {
  expect(readAddress(named)).toBeUndefined();
  expect(networkOf(named)).toBe("unknown");
  expect(isPrivateAddress(named)).toBe(false);
});

test.each([
  ["[2001:db8:1:2::1]:80", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002:ffff::9", "2001:db8:1:2"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::1", "0:0:0:0"],
  ["2001:db8::", "2001:db8:0:0"],
])("the network of %s is %s", (named, network) => {
  expect(networkOf(named)).toBe(network);
});

test.each(["127.0.0.1:80", "[::1]:80", "::ffff:10.0.0.1", "::ffff:a00:1", "fd00::1%lo"])(
  "%s is private",
  (named) => {
    expect(isPrivateAddress(named)).toBe(true);
  },
);
