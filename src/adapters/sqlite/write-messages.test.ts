import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyUnit, createUnitRegistry, defineUnit } from '../sql/unit-of-work.ts';
import type { WriteAnswer } from './write-group.ts';
import { packAnswers, packCalls, type QueuedCall, unpackAnswers, unpackCalls } from './write-messages.ts';

const asJson = defineUnit('tests.json', async () => undefined, { travel: 'json' });
const asScalars = defineUnit('tests.scalars', async () => undefined, { travel: 'scalars' });
const cloned = defineUnit('tests.clone', async () => undefined);
const registry = createUnitRegistry([asJson, asScalars, cloned]);

function toCall<Args extends QueuedCall['args']>(id: number, unit: AnyUnit, args: Args) {
	return { id, unit, args, byteCount: id * 10, lane: unit === asScalars ? '' : `lane "${id}"` };
}

test('calls are unpacked in their order, with their arguments as values', () => {
	const awkward = ['"],[1', '\u0000', '\ud800', null, { nested: [1.5] }];
	const posted = packCalls([
		toCall(1, asJson, JSON.stringify(awkward)),
		toCall(2, asJson, '[]'),
		toCall(3, cloned, [new Uint8Array([1])]),
		toCall(4, asJson, '["x"]'),
		toCall(5, asJson, ['too long for JSON']),
	]);
	assert.equal(posted.length, 4, 'a run of texts is one');
	assert.deepEqual(unpackCalls(structuredClone(posted), registry), [
		toCall(1, asJson, awkward),
		toCall(2, asJson, []),
		toCall(3, cloned, [new Uint8Array([1])]),
		toCall(4, asJson, ['x']),
		toCall(5, asJson, ['too long for JSON']),
	]);
});

test('calls whose arguments are scalars are unpacked unchanged, between others', () => {
	const calls = [
		toCall(1, asScalars, ['a', null, 1.5]),
		toCall(2, asScalars, ['"],[', '\ud800', 0]),
		toCall(3, cloned, ['x']),
		toCall(4, asScalars, ['', 'ä', -1]),
	];
	const posted = packCalls(calls);
	assert.equal(posted.length, 3, 'a run of them is one');
	assert.deepEqual(unpackCalls(structuredClone(posted), registry), calls);
});

test('a call of a unit that is not in the registry is an error', () => {
	const posted = packCalls([
		toCall(
			1,
			defineUnit('tests.unknown', async () => undefined),
			[],
		),
	]);
	assert.throws(() => unpackCalls(posted, registry), /tests\.unknown/);
});

test('answers are unpacked with their ids, including errors', () => {
	const error = { code: undefined, message: 'no', stack: '' };
	const answers: WriteAnswer[] = [
		{ id: 1, value: 'recorded' },
		{ id: 2, error },
		{ id: 3, value: undefined },
		{ id: 4, value: [{ id: 'a', result: 'deleted' }] },
		{ id: 5, value: [{ id: 'a', result: 'updated', text: 'long '.repeat(100) }] },
		{ id: 6, value: 'locked' },
		{ id: 7, value: 7 },
	];
	const calls = answers.map(({ id }) => toCall(id, id < 4 ? cloned : asJson, []));
	const posted = structuredClone(packAnswers(calls, answers));
	assert.deepEqual(
		posted.texts.filter((_, at) => at % 2 === 0),
		[4],
		'short lists alone are texts',
	);
	const byId = unpackAnswers(posted).toSorted((a, b) => a.id - b.id);
	assert.deepEqual(byId, answers);
});
