// Requests. Every refusal, ours or the network's, becomes a Refusal with one sentence.

import { t } from "./texts.js";



/** Addresses of the table that this page shows begin so; with a short address, with nothing. */
const HERE = /^\/t\/[^/]+(?=\/|$)/.exec(globalThis.location?.pathname ?? "")?.[0] ?? "";

/** The address of something of this table. */
export const at = (path) => HERE + path;

export class Refusal extends Error {
  constructor(kind, sentence, status, state = null) {
    super(sentence);
    this.kind = kind;
    this.status = status;
    this.state = state; // the newest, where the game refused
  }
}

const WAIT_MS = 15000;
const FILE_MS = 90000; // a photo goes over the air, and is read card by card

async function send(path, options, wait = WAIT_MS) {
  let answer;
  let body;
  try {
    answer = await fetch(at(path), { ...options, signal: AbortSignal.timeout(wait), cache: "no-store" });
    body = await answer.json();
  } catch {
    throw new Refusal("offline", t("The companion does not answer. Is it still running?"), 0);
  }
  if (!body.ok) throw new Refusal(body.error.kind, body.error.sentence, body.status, body.state);
  return body;
}

export const get = (path) => send(path, {});

/** A new name; `randomUUID` is not there on a page over plain HTTP. */
const newName = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");

/** This page, for the log. */
const client = newName().replaceAll("-", "").slice(0, 8);

const PAUSES_MS = [500, 2000];
const UNANSWERED = new Set(["offline", "no-answer"]);

/**
 * Send something once, however often it takes: it has a name, by which it counts once.
 * An order of the game says in `seen` what was on the screen when it was given, and each try how
 * long ago that was: clocks and log take that moment.
 */
export async function post(path, body = {}) {
  const named = { ...body, id: newName(), client };
  const began = performance.now();
  for (const pause of [...PAUSES_MS, null]) {
    try {
      return await send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...named, ago_ms: Math.round(performance.now() - began) }) });
    } catch (refusal) {
      if (pause === null || !UNANSWERED.has(refusal.kind)) throw refusal;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** Send a file's bytes as they are. */
export const postFile = (path, file) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }, FILE_MS);
