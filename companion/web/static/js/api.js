// Requests. Every refusal, ours or the network's, becomes a Refusal with one sentence.

import { t } from "./texts.js";



export class Refusal extends Error {
  constructor(kind, sentence, status) {
    super(sentence);
    this.kind = kind;
    this.status = status;
  }
}

const WAIT_MS = 15000;
const FILE_MS = 90000; // a photo goes over the air, and is read card by card

async function send(path, options, wait = WAIT_MS) {
  let answer;
  let body;
  try {
    answer = await fetch(path, { ...options, signal: AbortSignal.timeout(wait), cache: "no-store" });
    body = await answer.json();
  } catch {
    throw new Refusal("offline", t("The companion does not answer. Is it still running?"), 0);
  }
  if (!body.ok) throw new Refusal(body.error.kind, body.error.sentence, body.status);
  return body;
}

export const get = (path) => send(path, {});

export const post = (path, body = {}) =>
  send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Send a file's bytes as they are. */
export const postFile = (path, file) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }, FILE_MS);
