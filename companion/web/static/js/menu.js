// What is not needed at every turn: new game, past games, facing seats, speech, overlays, files.

import { at, post } from "./api.js";
import { byId, el } from "./dom.js";
import { button, close, open, row, then } from "./dialogs.js";
import { showDevices } from "./devices.js";
import { face, facing, wasFacing } from "./facing.js";
import { askClocks, askName, askNames } from "./names.js";
import { askSave } from "./save.js";
import { t } from "./texts.js";

const SPEECH = "companion-speech";
const HOST_SPEECH = "companion-speech-host";

const link = (href, text, props = {}) => el("a", { class: "button", href, ...props }, text);
const stored = (key) => {
  try {
    return localStorage.getItem(key) === "1";
  } catch {
    return false; // private windows may refuse
  }
};
const store = (key, on) => {
  try {
    localStorage.setItem(key, on ? "1" : "0");
  } catch {
    // then it lasts as long as the page
  }
};

const browserSpeaks = () => "speechSynthesis" in window && speechSynthesis.getVoices().length > 0;
let speaking = stored(SPEECH);
let hostSpeaks = stored(HOST_SPEECH);

/** Say a sentence aloud where that was switched on: by the browser, or by the host's computer. */
export async function speak(sentence, lang) {
  if (speaking && "speechSynthesis" in window) {
    const words = new SpeechSynthesisUtterance(sentence);
    words.lang = lang;
    speechSynthesis.speak(words);
  }
  if (!hostSpeaks) return;
  try {
    await post("/api/speech", { sentence: sentence.slice(0, 300), language: lang });
  } catch (refusal) {
    hostSpeaks = false; // told once, not at every play
    store(HOST_SPEECH, false);
    byId("fault").textContent = refusal.message;
  }
}

/** What can be said aloud here, the browser first. */
function voices(page) {
  const test = () => speak(t("Plays are said aloud."), document.documentElement.lang); // a first tap wakes speech on some tablets
  const talk = () => {
    speaking = !speaking;
    store(SPEECH, speaking);
    if (speaking) test();
  };
  const host = () => {
    hostSpeaks = !hostSpeaks;
    store(HOST_SPEECH, hostSpeaks);
    if (hostSpeaks) test();
  };
  return [
    speaking || browserSpeaks() ? button((speaking ? t("Stop saying plays aloud") : t("Say plays aloud")), then(talk)) : null,
    page.host && page.voice ? button((hostSpeaks ? t("No speech on the computer") : t("Say plays aloud on the computer")), then(host)) : null,
  ].filter(Boolean);
}

/** The same players once more, the next of them begins. */
export async function playAgain(page) {
  try {
    await post("/api/setup/again", { number: page.table });
  } catch (refusal) {
    byId("fault").textContent = refusal.message;
  }
}

/** What the host may change of the game on the table. */
function ofGame(page, change, state) {
  if (!page.host || !page.table) return [];
  const label = (body) => change("/api/labels", body);
  const names = { names: state.players.map((player) => player.name), colours: state.colours, palette: page.palette, seats: !state.turns.length };
  return [
    button(t("Names and colours"), () => askNames(names, label)),
    button(t("Name of the game"), () => askName(state.game, label)),
    state.clock && !state.over ? button(t("Set the clocks"), () => askClocks(state, (body) => change("/api/clock/left", body))) : null,
    page.setup && state.turns.length ? button(t("Play again, the next begins"), then(() => playAgain(page))) : null,
    state.deleted ? button(t("Bring this game back"), then(() => label({ deleted: false }))) : button(t("Delete this game"), then(() => label({ deleted: true }))),
  ].filter(Boolean);
}

/** Offer the forms that the game can be saved in. */
/** Ask in which form the game on the table is to be saved. */
export const saveGame = (page) => askSave(page.exports, (form) => `/export/game.${form}`, (form) => `/api/export/${form}`);

/** @param {object} way  `share()`, `change(path, body)`, `state()`, `aside()` for more buttons, `end()` */
export function startMenu(page, way) {
  face(wasFacing());
  const turn = () => face(!facing());
  if ("speechSynthesis" in window) speechSynthesis.getVoices(); // some browsers load them when first asked
  const ends = () => page.host && way.state().actions.includes("end");
  byId("menu-open").addEventListener("click", () =>
    open(
      t("Menu"),
      el(
        "div",
        { class: "menu" },
        page.exports.length ? button(t("Save game"), () => saveGame(page)) : null, // who only watches may save little, or nothing
        ends() ? button(t("End game"), way.end) : null,
        page.host && page.setup ? link(at("/setup"), t("New game")) : null,
        page.host && page.setup && way.state().has_board ? link(at("/camera"), t("Camera")) : null,
        page.setup ? link("/t/", t("Tables")) : null,
        page.host && page.archive ? link(at("/games"), t("Past games")) : null,
        ...ofGame(page, way.change, way.state()),
        button((facing() ? t("One side only") : t("Two halves, for players face to face")), then(turn)),
        ...voices(page),
        page.host && page.devices ? button(t("Buttons at the table"), showDevices) : null,
        ...(page.host ? way.aside() : []),
        link(at("/air/help"), t("Overlays for broadcasts")),
        button(t("Share"), way.share),
        ...page.languages.map(([code, name]) => el("a", { class: "button", href: `?lang=${code}`, lang: code, hreflang: code }, name)),
      ),
      window.isSecureContext ? null : el("p", { class: "small" }, t("This page is open without HTTPS, so the tablet may go to sleep and the page cannot be installed. Start with --https to change that.")),
      page.https ? el("p", { class: "small" }, el("a", { href: "/authority.crt" }, t("Take in this household's certificate, once a device"))) : null,
      row(button(t("Close"), close, "primary")),
    ),
  );
}
