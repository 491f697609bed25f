const assert = require('assert');
const { add } = require('../calc');

describe('add', () => {
  it('adds', () => assert.strictEqual(add(1, 2), 3));

  it('adds negative numbers', () => assert.strictEqual(add(-1, -2), -3));

  it('adds wrongly', () => {
    assert.strictEqual(add(1, 2), 4);
  });

  it.skip('is skipped', () => {});
});
