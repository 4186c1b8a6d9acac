// A word is tapped: what the list says, or a challenge with what it costs, told before it is made.
// All of it stands in the play card, beside the board, on which the play stays bright.

import { get, post } from "./api.js";
import { el, svg } from "./dom.js";
import { t, tn } from "./texts.js";
import { worded } from "./wordings.js";

export class Challenge {
  /** @param {object} way  `page`, `state()`, `send(path, body, seen)`, `redraw()`, `fail(refusal)`, `name(square)` */
  constructor(way) {
    this.way = way;
    this.now = null;
    this.shown = 0;
  }

  get on() {
    return this.now !== null;
  }

  /** The squares that stay bright while the others step back. */
  get bright() {
    return this.now?.words ? new Set(this.way.state().last) : null;
  }

  /** A word is tapped, of a turn or of what is proposed. */
  ask(word, turn) {
    const state = this.way.state();
    const rule = state.challenge;
    const doubted = rule && turn?.number === rule.turn && this.way.page.host;
    const blank = doubted && turn.words.some(({ text }) => text.includes("?")) && state.unnamed.find(({ square }) => state.last.includes(square));
    if (blank) this.way.name(blank.square);
    else if (doubted) this.#offer(word, turn, rule, state);
    else this.#lookUp([word]);
  }

  #offer(word, turn, rule, state) {
    const others = state.players.map((_, seat) => seat).filter((seat) => seat !== rule.owner);
    const by = others.find((seat) => seat === state.on_turn) ?? others[0];
    this.#set({ words: new Set([word]), turn, rule, others, by, seen: state.seen, players: state.players });
  }

  #set(now) {
    this.now = now;
    this.shown += 1;
    this.way.redraw();
  }

  close() {
    this.#set(null);
  }

  /** A new state: a play that can no longer be challenged is not asked about. */
  follow() {
    if (this.now?.words && this.way.state().challenge?.turn !== this.now.turn.number) this.now = null;
  }

  card() {
    return { ...(this.now.words ? this.#asked() : this.#told()), key: `challenge ${this.shown}` };
  }

  #asked() {
    const { words, turn, rule, others, by, players } = this.now;
    const [name, owner] = [players[by].name, players[rule.owner].name];
    const again = (change) => this.#set({ ...this.now, ...change });
    const pick = (text) => {
      const next = new Set(words);
      if (!next.delete(text)) next.add(text);
      if (next.size) again({ words: next });
    };
    const picks = turn.words.map(({ text }) => el("button", { type: "button", class: "pick", "aria-pressed": String(words.has(text)), onclick: () => pick(text) }, text));
    const seats = others.map((seat) => el("button", { type: "button", "aria-pressed": String(seat === by), onclick: () => again({ by: seat }) }, players[seat].name));
    const named = [...words].join(", ");
    return {
      kind: "ask",
      title: t("{name} challenges {word} of {owner}", { name, word: turn.words[0].text, owner }),
      body: [
        others.length > 1 ? el("div", { class: "choices", role: "group", "aria-label": t("Who challenges?") }, ...seats) : null,
        picks.length > 1 ? el("div", { class: "choices", role: "group", "aria-label": t("Which words?") }, ...picks) : null,
        el("div", { class: "fork" },
          el("div", { id: "challenge-cost" }, el("b", {}, tn("If it is in the list", "If they are in the list", words.size)), cost(rule, players, by)),
          el("div", {}, el("b", {}, tn("If it is not", "If one is not", words.size)), t("{word} comes off; {owner} loses its {points}.", { word: turn.words[0].text, owner, points: turn.score }))),
      ].filter(Boolean),
      answers: [
        el("button", { type: "button", onclick: () => this.#lookUp([...words]) }, t("Only look it up")),
        el("button", { type: "button", onclick: () => this.close() }, t("Cancel")),
      ],
      primary: { text: t("Challenge {word}", { word: named }), act: () => this.#challenge() },
    };
  }

  async #challenge() {
    const { words, by, turn, seen } = this.now;
    const answer = await this.way.send("/api/challenges", { words: [...words], by, turn: turn.number }, seen);
    if (answer) this.#set({ verdicts: answer.verdicts, after: answer.state });
  }

  async #lookUp(words) {
    try {
      const found = await Promise.all(words.map((word) => get(`/api/verdicts?word=${encodeURIComponent(word)}`)));
      this.#set({ verdicts: found.map(({ verdict }) => verdict), after: null });
    } catch (refusal) {
      this.way.fail(refusal);
    }
  }

  /** What the list says of words; after a challenge also what follows. */
  #told() {
    const { verdicts, after } = this.now;
    const told = verdicts.flatMap((verdict) => this.#verdict(verdict));
    if (after) {
      const bad = verdicts.some((verdict) => !verdict.known);
      told.push(el("p", { class: "follows" }, bad ? t("The challenge is right: the play comes off.") : t("The challenge is wrong: the play stands.")));
      if (after.lift.length) told.push(el("p", { class: "follows" }, tn("Lift the tile from {squares}.", "Lift the tiles from {squares}.", after.lift.length, { squares: after.lift.join(" ") })));
    }
    const { page } = this.way;
    const house = page.house && page.host ? verdicts.map((verdict) => this.#house(verdict)) : [];
    return {
      kind: "verdict",
      title: verdicts.map(({ word }) => word).join(", "),
      body: told,
      answers: house,
      primary: { text: t("Close"), act: () => this.close(), always: true },
    };
  }

  #verdict(verdict) {
    const path = verdict.known ? "M5 13l4.5 4.5L19 7" : "M12 6v8M12 18v.1";
    const mark = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
    const sentence = verdict.known ? t("{word} is in the {lexicon} list.", verdict) : t("{word} is not in the {lexicon} list.", verdict);
    return [
      el("p", { class: verdict.known ? "verdict" : "verdict not" }, mark, el("span", {}, sentence)),
      verdict.definition
        ? el("p", { class: "definition" }, el("span", { lang: "en" }, verdict.definition), " ", el("span", { class: "small" }, t("({source})", verdict)))
        : el("p", { class: "small" }, t("No definition is known here."), verdict.why ? ` ${verdict.why}` : null),
    ];
  }

  #house(verdict) {
    const keep = async () => {
      try {
        const answer = await post("/api/words", { word: verdict.word, known: !verdict.known });
        this.#set({ verdicts: this.now.verdicts.map((one) => (one.word === verdict.word ? answer.verdict : one)), after: null });
      } catch (refusal) {
        this.way.fail(refusal);
      }
    };
    return el("button", { type: "button", class: "house", onclick: keep }, verdict.known ? t("{word} does not count in our house", { word: verdict.word }) : t("{word} counts in our house", { word: verdict.word }));
  }
}

function cost(rule, players, by) {
  const name = players[by].name;
  if (rule.good === "turn") return t("{name} loses the next turn.", { name });
  if (rule.good === "points") {
    const who = rule.books === "player" ? players[rule.owner].name : name;
    return worded("challenge.good.points", `${rule.books}.${rule.per}`, { name: who, points: rule.points });
  }
  return t("Nothing happens.");
}
