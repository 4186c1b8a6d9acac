import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { Refusal, get, post, postFile } from "../../companion/web/static/js/api.js";

afterEach(() => mock.restoreAll());

/** Answer every request with this; what was asked is kept by the mock. */
const answering = (body) => mock.method(globalThis, "fetch", async () => ({ json: async () => body }));

test("an answer comes back whole, and nothing is taken from a cache", async () => {
  const asked = answering({ ok: true, state: { version: 3 } });
  assert.deepEqual((await get("/api/snapshot")).state, { version: 3 });
  const [path, options] = asked.mock.calls[0].arguments;
  assert.equal(path, "/api/snapshot");
  assert.equal(options.cache, "no-store");
});

test("what is posted is JSON, and a file goes as it is", async () => {
  const asked = answering({ ok: true });
  await post("/api/act", { action: "pass" });
  await postFile("/api/games", "bytes");
  const [act, file] = asked.mock.calls.map((call) => call.arguments[1]);
  assert.equal(act.body, '{"action":"pass"}');
  assert.equal(act.headers["Content-Type"], "application/json");
  assert.equal(file.body, "bytes");
  assert.equal(file.headers["Content-Type"], "application/octet-stream");
});

test("a refusal keeps its kind, its sentence and its status", async () => {
  answering({ ok: false, status: 409, error: { kind: "rule", sentence: "It is Bob's turn." } });
  await assert.rejects(post("/api/act"), (fault) => {
    assert.ok(fault instanceof Refusal);
    assert.deepEqual([fault.kind, fault.message, fault.status], ["rule", "It is Bob's turn.", 409]);
    return true;
  });
});

test("no answer, or one that cannot be read, is one sentence too", async () => {
  for (const fetching of [async () => { throw new TypeError("network"); }, async () => ({ json: async () => JSON.parse("<") })]) {
    mock.restoreAll();
    mock.method(globalThis, "fetch", fetching);
    await assert.rejects(get("/api/snapshot"), { kind: "offline", status: 0, message: /does not answer/ });
  }
});
