"use strict";
const { test } = require("node:test");
const assert = require("node:assert");
const { pointsAt, mistakeFrom, addressed, filled } = require(process.env.PLAYER);

const record = {
  points: [[0, 0, 1, 0, ""], [1, 1, -1, 0, ""]],
  moments: [
    { outcome: "", points: [] },
    { outcome: "mistake", points: [[0, "1", "1", 0]] },
    { outcome: "correct", points: [] },
    { outcome: "mistake", points: [[1, "1", "−1", 0], [0, "2", "2", 1]] },
  ],
};

test("a point is as its last change left it", () => {
  assert.deepEqual(pointsAt(record, 0), [["0", "0", -1], ["0", "0", -1]]);
  assert.deepEqual(pointsAt(record, 2), [["1", "1", 0], ["0", "0", -1]]);
  assert.deepEqual(pointsAt(record, 3), [["2", "2", 1], ["1", "−1", 0]]);
});

test("mistakes are found in both ways, or the ends", () => {
  assert.equal(mistakeFrom(record, 0, 1), 1);
  assert.equal(mistakeFrom(record, 1, 1), 3);
  assert.equal(mistakeFrom(record, 3, 1), 3);
  assert.equal(mistakeFrom(record, 3, -1), 1);
  assert.equal(mistakeFrom(record, 1, -1), 0);
});

test("an address names a moment, and nothing else does", () => {
  assert.equal(addressed("#12"), 12);
  for (const hash of ["", "#", "#-1", "#1e3", "#<b>", "#99999999"]) assert.equal(addressed(hash), 0);
});

test("names in braces are replaced where they are known", () => {
  assert.equal(filled("{right} of {n} {other}", { right: 1, n: "$&" }), "1 of $& {other}");
});
