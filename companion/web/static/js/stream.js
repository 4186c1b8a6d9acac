// The live link: server-sent events, with plain polling where they do not get through.

import { at, get } from "./api.js";

const SILENT_MS = 40000; // two keep-alives missed and some: the link is dead, whatever it says
const POLL_MS = 4000;

/**
 * Follow the game.
 * @param {(state: object) => void} onState  called with every full state
 * @param {(up: boolean) => void} onLink  called when the link comes or goes
 */
export function follow(onState, onLink) {
  let source = null;
  let heard = 0;
  let version = null;
  let failures = 0;
  let polling = 0;

  const take = (state) => {
    version = state.version;
    onState(state);
  };

  const alive = () => {
    heard = Date.now();
    failures = 0;
    clearInterval(polling);
    polling = 0;
    onLink(true);
  };

  const open = () => {
    source?.close();
    heard = Date.now();
    source = new EventSource(at("/api/stream"));
    source.addEventListener("open", alive);
    source.addEventListener("alive", alive);
    source.addEventListener("state", (event) => {
      alive();
      take(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) {
        poll(); // refused, for too many are open: ask instead; silence tries a stream again
        return;
      }
      failures += 1;
      onLink(false);
      if (failures >= 3) poll();
    });
  };

  const poll = () => {
    if (polling) return;
    polling = setInterval(refresh, POLL_MS);
    refresh();
  };

  const refresh = async () => {
    try {
      const answer = await get("/api/snapshot");
      if (answer.state) take(answer.state);
      onLink(true);
    } catch {
      onLink(false);
    }
  };

  // A tablet that slept keeps a dead link that still says it is open: ask anew on waking.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    refresh();
    open();
  });
  addEventListener("online", open);
  addEventListener("offline", () => onLink(false));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  setInterval(() => Date.now() - heard > SILENT_MS && open(), 5000);
  open();
  return { refresh, version: () => version };
}
