"use strict";
// Plays a run that was recorded: shows one moment after the other. Every number in it was computed by kpgui.

/** What is known of every point at a moment: [α, β, level of its ring], from the changes of all moments up to it. */
function pointsAt(record, number) {
  const found = record.points.map(() => ["0", "0", -1]);
  for (const moment of record.moments.slice(0, number + 1))
    for (const [i, alpha, beta, ring] of moment.points) found[i] = [alpha, beta, ring];
  return found;
}

/** The number of the next moment that is a mistake, or of the last one before; the end or the start if there is none. */
function mistakeFrom(record, number, way) {
  const { moments } = record;
  for (let k = number + way; k >= 0 && k < moments.length; k += way) if (moments[k].outcome === "mistake") return k;
  return way > 0 ? moments.length - 1 : 0;
}

/** The number of the moment that an address ends in, as in run.html#12; 0 without one. */
function addressed(hash) {
  return Number(/^#(\d{1,6})$/.exec(hash)?.[1] ?? 0);
}

/** The text with its {names} replaced. */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function element(kind, attributes = {}, ...children) {
  const svg = ["svg", "g", "path", "circle", "rect", "image", "text", "line", "title"].includes(kind);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", kind) : document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const RADIUS = 13, LEFT = 92, BELOW = 60, EDGE = 10;

class Player {
  /** at: the moment to begin with, of a run in a lesson; the address says it otherwise. answered: told of each answer. */
  constructor(record, place, { at, signal, answered = () => {} } = {}) {
    Object.assign(this, { record, texts: record.texts, number: 0, timer: 0, chosen: -1, open: -1, answers: [], answered, predicting: false });
    place.append(this.stage(), this.cards());
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    if (at === undefined) addEventListener("hashchange", () => this.go(addressed(location.hash)));
    this.go(at ?? addressed(location.hash));
  }

  // What the page consists of.

  stage() {
    const { width, height, points, beside, description } = this.record;
    const box = `${-LEFT} ${-EDGE} ${width + LEFT + EDGE} ${height + BELOW + EDGE}`;
    this.field = element("image", { class: "field", width, height, preserveAspectRatio: "none" });
    this.boundary = element("path", { class: "boundary" });
    this.margins = element("path", { class: "margins" });
    this.marks = element("g");
    this.over = element("g");
    const kept = beside.map(([name, d, stroke]) => element("path", { class: "beside", d, stroke }, element("title", {}, name)));
    const dots = points.map((point, i) => this.dot(point, i));
    this.svg = element("svg", { viewBox: box, role: "img", "aria-label": description },
      this.field, this.axes(), ...kept, this.margins, this.boundary, this.marks, ...dots, this.over);
    this.svg.addEventListener("click", (event) => this.choose(this.nearest(event)));
    this.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.choose(this.nearest(event)));
    return element("section", { class: "stage" }, this.svg, this.controls());
  }

  axes() {
    const { width, height, ticks } = this.record, made = element("g");
    made.append(element("rect", { class: "axis", width, height }));
    const [xName, ...xs] = ticks.x, [yName, ...ys] = ticks.y;
    for (const [x, label] of xs) made.append(element("text", { class: "tick", x, y: height + 30, "text-anchor": "middle" }, label));
    for (const [y, label] of ys) made.append(element("text", { class: "tick", x: -10, y: y + 8, "text-anchor": "end" }, label));
    made.append(element("text", { class: "tick", x: width, y: height + 52, "text-anchor": "end" }, xName));
    made.append(element("text", { class: "tick", x: -LEFT + 4, y: 22 }, yName));
    return made;
  }

  dot([x, y, label, out], i) {
    const r = RADIUS * Math.min(1, Math.max(0.45, Math.sqrt(120 / this.record.points.length)));
    this.radius = r;
    const kind = `point ${label > 0 ? "positive" : "negative"}${out ? " out" : ""}`;
    if (label > 0) return element("circle", { class: kind, cx: x, cy: y, r });
    const half = 0.886 * r;
    return element("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  }

  controls() {
    const t = this.texts, last = this.record.moments.length - 1;
    const button = (text, label, act) => element("button", { type: "button", title: label, "aria-label": label, onclick: act }, text);
    this.slider = element("input", { type: "range", min: 0, max: last, value: 0, "aria-label": t.timeline,
      oninput: () => this.go(Number(this.slider.value)) });
    this.playButton = button("▶", t.play, () => this.toggle());
    this.playButton.className = "first";
    this.pace = element("select", { "aria-label": t.pace, title: t.pace },
      ...[0.5, 1, 2, 4, 8, 16].map((each) => element("option", { value: each, selected: each === this.nearestPace() }, `${each}/s`)));
    const asks = this.record.moments.some((each) => each.question);
    this.predictButton = element("button", { type: "button", title: asks ? t.predict_tip : t.predict_none, "aria-pressed": "false", disabled: !asks,
      onclick: () => this.predict(!this.predicting) }, t.predict);
    const theme = button("◐", t.theme, () => {
      const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
      document.documentElement.dataset.theme = dark ? "light" : "dark";
    });
    return element("div", { class: "controls" },
      button("|◀", t.start, () => this.go(0)), button("◀✕", t.last_mistake, () => this.go(mistakeFrom(this.record, this.number, -1))),
      button("◀", t.back, () => this.go(this.number - 1)), this.playButton, button("▶|", t.step, () => this.step()),
      button("✕▶", t.next_mistake, () => this.go(mistakeFrom(this.record, this.number, 1))),
      this.slider, this.pace, this.predictButton, theme);
  }

  nearestPace() {
    const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : this.record.pace;
    return [0.5, 1, 2, 4, 8, 16].reduce((one, other) => (Math.abs(other - pace) < Math.abs(one - pace) ? other : one));
  }

  cards() {
    const t = this.texts;
    this.counts = element("div", { class: "counts" });
    this.sentence = element("p", { class: "sentence", "aria-live": "polite" });
    this.question = element("section", { class: "card", hidden: true, "aria-live": "polite" });
    this.workings = element("ul");
    this.why = element("section", { class: "card", hidden: true }, element("h2", {}, t.why), this.workings);
    this.card = element("section", { class: "card", "aria-live": "polite" });
    const names = this.record.beside.map(([name]) => element("li", {}, name));
    const kept = element("section", { class: "card", hidden: !names.length }, element("h2", {}, t.kept), element("ul", {}, ...names));
    return element("section", {}, this.question, element("section", { class: "card" }, this.counts, this.sentence),
      this.why, this.card, kept, element("p", { class: "muted" }, `${t.keys} ${t.carries}`));
  }

  // What is shown.

  show(number) {
    const { moments, points } = this.record, moment = moments[number], states = pointsAt(this.record, number);
    Object.assign(this, { number, states });
    this.slider.value = number;
    this.slider.setAttribute("aria-valuetext", moment.counts.map(([name, value]) => `${name} ${value}`).join(", "));
    this.field.setAttribute("href", moment.field);
    this.boundary.setAttribute("d", moment.boundary);
    this.margins.setAttribute("d", moment.margins);
    this.marks.replaceChildren(...this.rings(states), ...moment.wrong.map((i) => this.diamond(points[i])));
    const size = this.radius * 2.1, at = moment.at.map((i) => points[i]);
    this.over.replaceChildren(...at.map(([cx, cy]) => element("circle", { class: `examined ${moment.outcome}`, cx, cy, r: size })));
    this.counts.replaceChildren(...[...moment.counts, ["", moment.end]].filter(([, value]) => value)
      .map(([name, value]) => element("span", {}, `${name} `, element("b", {}, value))));
    Object.assign(this.sentence, { textContent: moment.sentence, className: `sentence ${moment.outcome}` });
    this.workings.replaceChildren(...moment.why.map((each) => element("li", {}, each)));
    this.why.hidden = !moment.why.length;
    this.choose(this.chosen, true);
    if (number === moments.length - 1) this.pause();
  }

  rings(states) {
    return this.record.points.flatMap(([cx, cy], i) => (states[i][2] === -1 ? [] : [element("circle", { cx, cy,
      class: states[i][2] < 0 ? "forgotten" : "ring", r: this.radius + 4 + 1.6 * Math.abs(states[i][2]), "stroke-width": 2 + 0.3 * states[i][2] })]));
  }

  diamond([x, y]) {
    const r = 1.9 * this.radius;
    return element("path", { class: "off", d: `M${x - r} ${y}L${x} ${y - r}L${x + r} ${y}L${x} ${y + r}Z` });
  }

  nearest(event) {
    const inverse = this.svg.getScreenCTM().inverse(), at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    let found = -1, reach = (event.pointerType === "mouse" ? 2 : 4) * this.radius;
    this.record.points.forEach(([x, y], i) => {
      const away = Math.hypot(x - at.x, y - at.y);
      if (away < reach) [found, reach] = [i, away];
    });
    return found;
  }

  choose(i, again = false) {
    if (i === this.chosen && !again) return;
    this.chosen = i;
    this.over.querySelector(".chosen")?.remove();
    if (i < 0) return this.card.replaceChildren(element("p", { class: "muted" }, this.texts.touch));
    const [cx, cy, label, out, place] = this.record.points[i], [alpha, beta] = this.states[i], t = this.texts;
    const score = this.record.scored[this.record.moments[this.number].scores.charCodeAt(i) - 128];
    this.over.append(element("circle", { class: "chosen", cx, cy, r: this.radius + 6 }));
    const title = `${filled(t.point, { n: i + 1 })} (${label > 0 ? "+1" : "−1"})${out ? `, ${t.held_out}` : ""}`;
    const lines = [place, `α = ${alpha}`, `β = ${beta}`, ...(score === undefined ? [] : [`y·f = ${score}`])];
    this.card.replaceChildren(element("h2", {}, title), element("p", {}, lines.join(" · ")));
  }

  // What is done.

  go(number) {
    this.pause();
    this.close();
    this.show(Math.max(0, Math.min(number, this.record.moments.length - 1)));
  }

  step() {
    const next = this.number + 1;
    if (next >= this.record.moments.length || this.open >= 0) return this.pause();
    if (this.predicting && this.record.moments[next].question) return this.ask(next);
    this.close();
    this.show(next);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.number === this.record.moments.length - 1) this.show(0);
    const beat = () => {
      this.step();
      if (this.timer) this.timer = setTimeout(beat, 1000 / Number(this.pace.value));
    };
    this.timer = setTimeout(beat, 1000 / Number(this.pace.value));
    this.label("❚❚", this.texts.pause);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.label("▶", this.texts.play);
  }

  label(text, said) {
    Object.assign(this.playButton, { textContent: text, title: said, ariaLabel: said });
  }

  predict(on) {
    this.predicting = on;
    this.predictButton.setAttribute("aria-pressed", String(on));
    this.pause();
    this.close();
    if (on) this.step();
  }

  close() {
    [this.open, this.question.hidden] = [-1, true];
    this.over.querySelector(".asked")?.remove();
  }

  ask(number) {
    const { text, choices, hint, places } = this.record.moments[number].question, t = this.texts;
    this.pause();
    this.open = number;
    this.over.append(...places.map(([x, y]) => element("text", { class: "asked", x, y }, "?")));
    const told = element("p", { class: "muted", hidden: true }, hint);
    const shown = element("button", { type: "button", onclick: () => { told.hidden = false; shown.hidden = true; } }, t.hint);
    this.question.replaceChildren(element("h2", {}, t.predict), element("p", {}, text),
      element("div", { class: "choices" }, ...choices.map((choice, k) =>
        element("button", { type: "button", onclick: () => this.answer(k) }, `${"①②③④"[k]} ${choice}`)), shown), told);
    this.question.hidden = false;
  }

  answer(given) {
    const number = this.open, { choices, right, because } = this.record.moments[number].question, t = this.texts;
    if (given >= choices.length) return;
    this.answers.push(given === right);
    this.open = -1;
    this.show(number);
    const said = given === right ? t.right : filled(t.wrong, { right: choices[right] });
    const tally = filled(t.tally, { right: this.answers.filter(Boolean).length, n: this.answers.length });
    const next = element("button", { type: "button", class: "first", onclick: () => this.step() }, t.step);
    this.question.replaceChildren(element("h2", {}, tally), element("p", {}, `${said} ${because}`), element("div", { class: "choices" }, next));
    this.question.hidden = false;
    next.focus();
    this.answered();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === this.pace || event.target.type === "text") return;
    const onButton = event.target instanceof HTMLButtonElement, digit = "1234".indexOf(event.key);
    if (this.open >= 0 && event.key && digit >= 0) this.answer(digit);
    else if (event.key === "ArrowRight" || event.key === ".") this.step();
    else if (event.key === "ArrowLeft" || event.key === ",") this.go(this.number - 1);
    else if ((event.key === " " && !onButton) || event.key === "r" || event.key === "R") this.toggle();
    else if (event.key === "m" || event.key === "M") this.go(mistakeFrom(this.record, this.number, event.shiftKey ? -1 : 1));
    else if (event.key === "p" || event.key === "P") this.choose((this.chosen + 1) % this.record.points.length);
    else if ((event.key === "a" || event.key === "A") && !this.predictButton.disabled) this.predict(!this.predicting);
    else if (event.key === "Home" || event.key === "End") this.go(event.key === "Home" ? 0 : this.record.moments.length - 1);
    else return;
    event.preventDefault();
  }
}

/** Whether the record is as it was written. */
async function intact(text, check) {
  if (!globalThis.crypto?.subtle) return true; // a page from a file has no such thing in some browsers
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(sum))) === check;
}

async function begin() {
  const place = document.getElementById("run"), text = document.getElementById("record").textContent, said = [...place.childNodes];
  try {
    if (!(await intact(text, place.dataset.check))) return;
    const record = JSON.parse(text);
    place.replaceChildren();
    record.steps ? new Lesson(record, place) : new Player(record, place);
  } catch {
    place.replaceChildren(...said);
  }
}

if (typeof document !== "undefined") begin();
else module.exports = { pointsAt, mistakeFrom, addressed, filled };
