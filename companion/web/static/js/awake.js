// Keeps the tablet awake while the board is shown. Browsers allow it over HTTPS only.

let lock = null;

async function hold() {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // a low battery may refuse; the next tap asks again
  }
}

export function stayAwake() {
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("pointerdown", () => (lock === null || lock.released) && hold());
  hold();
}
