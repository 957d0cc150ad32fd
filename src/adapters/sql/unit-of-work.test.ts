import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnitRegistry, defineUnit } from './unit-of-work.ts';
import { units } from './units.ts';

test('two units of one name are refused at the start', () => {
	const first = defineUnit('tests.write', async () => 1);
	const second = defineUnit('tests.write', async () => 2);
	assert.throws(() => createUnitRegistry([first, second]), /tests\.write/);
});

test('every unit is found by its name', () => {
	assert(units.size > 30);
	for (const [name, unit] of units) assert.equal(unit.name, name);
});
