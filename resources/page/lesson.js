"use strict";
// Plays a lesson: each step is text, a recorded run and perhaps a question, whose answer kpgui has worked out.

/** Whether an answer is right: the place of a choice, or a number as it is typed where the reader is; undefined if it is none. */
function accepts(question, given) {
  if ("choices" in question) return given === question.right;
  const text = String(given).trim().replace("−", "-").replace((1.5).toLocaleString()[1], "."), number = /^[-+.\de]+$/i.test(text) ? Number(text) : NaN;
  return Number.isNaN(number) ? undefined : Math.abs(number - question.number) <= question.within;
}

/** The text in pieces of [element, text]: `code`, **bold** and *italics*. */
function marked(text) {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*|\*[^*\n]+\*)/).filter(Boolean).map((piece) => {
    const found = /^(`|\*\*|\*)(.+)\1$/.exec(piece);
    return found ? [{ "`": "code", "**": "b", "*": "i" }[found[1]], found[2]] : ["span", piece];
  });
}

const written = (text) => marked(text).map(([kind, piece]) => element(kind, {}, piece));

class Lesson {
  constructor(lesson, place) {
    Object.assign(this, { lesson, place, texts: lesson.texts });
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.go(addressed(location.hash) - 1));
    this.go(addressed(location.hash) - 1);
  }

  go(number) {
    const { steps } = this.lesson, t = this.texts, at = Math.max(0, Math.min(number, steps.length - 1)), step = steps[at];
    Object.assign(this, { step, solved: false });
    const move = (label, by) => element("button", { type: "button", class: by > 0 && "first", disabled: !steps[at + by],
      onclick: () => { location.hash = at + by + 1; } }, label);
    const title = element("h2", { tabindex: -1 }, ...written(step.title), ` · ${filled(t.where, { step: at + 1, steps: steps.length })}`);
    this.verdict = element("p", { class: "verdict", "aria-live": "polite" });
    this.place.replaceChildren(element("section", { class: "card lesson" }, title, ...step.text.map((each) => element("p", {}, ...written(each))),
      ...(step.question ? this.asked(step.question) : []), this.verdict, element("div", { class: "choices" }, move(t.previous, -1), move(t.next, 1))));
    this.play(step);
    if (step.question?.times) this.player.predict(true);
    scrollTo(0, 0);
    title.focus({ preventScroll: true });
  }

  play({ run, at }) {
    this.stop?.abort();
    this.player?.pause();
    [...this.place.children].slice(1).forEach((each) => each.remove());
    this.stop = new AbortController();
    const record = { ...this.lesson.runs[run], texts: this.texts, pace: this.lesson.pace };
    this.player = new Player(record, this.place, { at, signal: this.stop.signal, answered: () => this.predicted() });
  }

  asked(question) {
    const t = this.texts, parts = [element("p", { class: "asked" }, ...written(question.text))];
    const button = (label, act, kind) => element("button", { type: "button", onclick: act, class: kind }, ...label);
    if (question.choices) parts.push(...question.choices.map((each, k) =>
      button([`${"①②③④"[k]} `, ...written(each)], () => this.judge(accepts(question, k)), "choice")));
    else if ("number" in question) {
      const field = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": t.your_answer, placeholder: t.your_answer });
      field.addEventListener("keydown", (event) => event.key === "Enter" && this.judge(accepts(question, field.value)));
      parts.push(element("div", { class: "choices" }, field, button([t.check], () => this.judge(accepts(question, field.value)))));
    } else parts.push(element("p", { class: "muted" }, question.times ? t.predicting : t.in_kpgui));
    const right = question.choices ? question.choices[question.right].replace(/[.。]$/, "") : question.shown;
    const show = () => {
      if ("run" in question) this.play(question);
      this.tell(`${right ? `${right}: ` : ""}${question.reveal}`);
    };
    return [...parts, element("div", { class: "choices" }, button([t.hint], () => this.tell(question.hint)),
      button(["run" in question ? t.show_how : t.show], show))];
  }

  judge(right) {
    if (right === undefined) return this.tell(this.texts.type_a_number + filled(this.texts.decimals, { plain: "1.5" }));
    this.tell(right ? `${this.texts.right} ${this.step.question.reveal}` : this.texts.again, right ? "good" : "bad");
    this.solved ||= right;
  }

  predicted() {
    const wanted = this.step.question?.times, right = this.player.answers.filter(Boolean).length;
    if (!wanted || this.solved) return;
    if (right >= wanted) this.judge(true);
    else this.tell(filled(this.texts.so_far, { right, wanted }));
  }

  tell(text, tone = "") {
    this.verdict.className = `verdict ${tone}`;
    this.verdict.replaceChildren(...written(text));
  }

  key(event) {
    const k = "1234".indexOf(event.key), { question } = this.step;
    if (this.solved || this.player.open >= 0 || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.target.type === "text") return;
    if (event.key && k >= 0 && k < (question?.choices?.length ?? 0)) this.judge(accepts(question, k));
  }
}

if (typeof module !== "undefined") module.exports = { accepts, marked };
