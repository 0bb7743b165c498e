"use strict";
const { test } = require("node:test");
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { accepts, marked } = require(process.env.LESSON);

test("a number may be typed as people type it, and be as far off as the lesson says", () => {
  const question = { number: -14.8, within: 0.1 };
  for (const given of ["-14.8", " −14.75 ", "-14.9"]) assert.equal(accepts({ ...question, within: 0.1 + 1e-9 }, given), true);
  for (const given of ["14.8", "-15", "0"]) assert.equal(accepts(question, given), false);
  for (const given of ["", "  ", "many", "1;2", "-14,8"]) assert.equal(accepts(question, given), undefined);
});

test("a decimal comma is understood where the reader's language has one", (context) => {
  context.mock.method(Number.prototype, "toLocaleString", () => "1,5");
  for (const given of ["-14,8", "-14.8"]) assert.equal(accepts({ number: -14.8, within: 0.1 }, given), true);
});

test("marks become elements, and nothing else does", () => {
  assert.deepEqual(marked("a *b* `c*d*` **e** <b>"),
    [["span", "a "], ["i", "b"], ["span", " "], ["code", "c*d*"], ["span", " "], ["b", "e"], ["span", " <b>"]]);
});

for (const path of (process.env.PAGES ?? "").split("\n").filter(Boolean))
  test(`${path}: right answers are accepted and wrong ones refused`, () => {
    const page = readFileSync(path, "utf8");
    const lesson = JSON.parse(/<script type="application\/json" id="record">(.*?)<\/script>/s.exec(page)[1]);
    let asked = 0;
    for (const { question, run, at } of lesson.steps) {
      assert.ok(lesson.runs[run].moments[at]);
      if (!question) continue;
      asked += 1;
      if (question.choices)
        question.choices.forEach((_, k) => assert.equal(accepts(question, k), k === question.right));
      else if ("number" in question) {
        assert.equal(accepts(question, String(question.number)), true);
        for (const away of [-1, 1]) assert.equal(accepts(question, String(question.number + away * (question.within + 0.01))), false);
      } else if (question.times) {
        const following = lesson.runs[run].moments.slice(at + 1).filter((each) => each.question);
        assert.ok(following.length >= question.times);
      } else assert.equal(lesson.runs[question.run].moments.length - 1, question.at);
    }
    assert.ok(asked);
  });
