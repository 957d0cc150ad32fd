import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteAnswer, WriteCall } from './write-group.ts';
import { packAnswers, packCalls, unpackAnswers, unpackCalls } from './write-messages.ts';

function toCall(id: number, args: WriteCall['args']): WriteCall {
	return { id, group: typeof args === 'string' ? 'events' : 'items', name: 'write', args, byteCount: id * 10 };
}

test('calls come out in their order, with their arguments as values', () => {
	const awkward = ['"],[1', '\u0000', '\ud800', null, { nested: [1.5] }];
	const calls = [
		toCall(1, JSON.stringify(awkward)),
		toCall(2, '[]'),
		toCall(3, [new Uint8Array([1])]),
		toCall(4, '["x"]'),
	];
	const posted = packCalls(calls);
	assert.equal(posted.length, 3, 'a run of texts is one');
	assert.deepEqual(unpackCalls(posted), [
		{ ...calls[0], args: awkward },
		{ ...calls[1], args: [] },
		calls[2],
		{ ...calls[3], args: ['x'] },
	]);
});

test('answers come out with their ids, errors among them', () => {
	const error = { code: undefined, message: 'no', stack: '' };
	const answers: WriteAnswer[] = [
		{ id: 1, value: 'recorded' },
		{ id: 2, error },
		{ id: 3, value: undefined },
		{ id: 4, value: [{ id: 'a', result: 'deleted' }] },
		{ id: 5, value: [{ id: 'a', result: 'updated', text: '{"id":"a"}' }] },
		{ id: 6, value: 'locked' },
	];
	const calls = answers.map(({ id }) => (id < 4 ? toCall(id, '[]') : toCall(id, [])));
	const posted = structuredClone(packAnswers(calls, answers));
	const byId = unpackAnswers(posted).toSorted((a, b) => a.id - b.id);
	assert.deepEqual(byId, answers);
});

test('calls of the write that comes most come out the same, between others', () => {
	const flat = (id: number, args: readonly unknown[]): WriteCall => ({
		...{ id, group: 'events', name: 'recordValuesOfItem', args, byteCount: id * 10 },
	});
	const calls = [
		flat(1, ['a', null, 1.5]),
		flat(2, ['"],[', '\ud800', 0]),
		toCall(3, '["x"]'),
		flat(4, ['', 'ä', -1]),
		toCall(5, [new Uint8Array([1])]),
	];
	const posted: typeof calls = structuredClone(packCalls(calls)) as never;
	assert.equal(posted.length, 4, 'a run of them is one');
	assert.deepEqual(unpackCalls(posted), [...calls.slice(0, 2), { ...calls[2], args: ['x'] }, ...calls.slice(3)]);
});
