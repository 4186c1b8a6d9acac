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
  const sent = JSON.parse(act.body);
  assert.equal(sent.action, "pass");
  assert.match(sent.id, /^[0-9a-f-]{32,36}$/);
  assert.match(sent.client, /^[0-9a-f]{8}$/);
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

test("what got no answer is sent again under the same name, and no more than that", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const bodies = [];
  mock.method(globalThis, "fetch", async (_, { body }) => {
    bodies.push(JSON.parse(body));
    if (bodies.length < 3) throw new TypeError("network");
    return { json: async () => ({ ok: true }) };
  });
  const sent = post("/api/undo", { seen: { seq: 4 } });
  for (let i = 0; i < 40; i += 1) {
    await new Promise(setImmediate);
    mock.timers.tick(500);
  }
  assert.deepEqual(await sent, { ok: true });
  mock.timers.reset();
  assert.equal(bodies.length, 3);
  assert.equal(new Set(bodies.map((body) => body.id)).size, 1);
  assert.deepEqual(bodies[2].seen, { seq: 4 });
});

test("each order has a name of its own, also where the browser makes none", async () => {
  const asked = answering({ ok: true });
  crypto.randomUUID = undefined;
  await post("/api/undo");
  await post("/api/undo");
  delete crypto.randomUUID;
  const names = asked.mock.calls.map((call) => JSON.parse(call.arguments[1].body).id);
  assert.equal(new Set(names).size, 2);
  for (const name of names) assert.match(name, /^[0-9a-f]{32}$/);
});

test("a refusal by the game brings the newest state along", async () => {
  const state = { version: 9 };
  const asked = answering({ ok: false, status: 409, state, error: { kind: "game-went-on", sentence: "Look." } });
  await assert.rejects(post("/api/undo"), { kind: "game-went-on", state });
  assert.equal(asked.mock.calls.length, 1, "what was refused is not sent again");
});
