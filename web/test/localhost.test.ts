// Which links lead to this computer only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isLocalhost } from "../src/net/localhost.ts";

test("the names of this computer are known, whatever the port", () => {
  for (const host of ["localhost", "games.localhost:8000", "127.0.0.1:8000", "127.1.2.3", "[::1]:8001"])
    assert.equal(isLocalhost(`http://${host}/table/x#join=y`), true, host);
});

test("addresses that another device can reach are not taken for them", () => {
  for (const host of [
    "192.168.0.7:8000",
    "games.example.org",
    "12.7.0.1",
    "[fe80::1]",
    "localhost.example.org",
    "127.example.org",
  ])
    assert.equal(isLocalhost(`http://${host}/table/x`), false, host);
});
