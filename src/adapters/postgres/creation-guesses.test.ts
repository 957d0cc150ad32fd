import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCreationGuesses } from './creation-guesses.ts';

test('items are likely to be new after a group of new ones, for its lane alone', () => {
	const guesses = createCreationGuesses();
	assert(!guesses.isLikely('a'));
	guesses.note('a', true);
	assert(guesses.isLikely('a'));
	assert(!guesses.isLikely('b'));
	guesses.note('a', false);
	assert(!guesses.isLikely('a'));
});

test('each wrong guess makes the next one wait for twice as many groups', () => {
	const guesses = createCreationGuesses();
	/** How many groups of new items it takes until the next guess. */
	const countGroups = () => {
		for (let count = 0; ; count += 1) {
			if (guesses.isLikely('a')) return count;
			guesses.note('a', true);
		}
	};
	const counts = Array.from({ length: 11 }, () => {
		const count = countGroups();
		guesses.noteWrong('a');
		return count;
	});
	assert.deepEqual(counts, [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
});

test('many right guesses make up for wrong ones', () => {
	const guesses = createCreationGuesses();
	for (let wrong = 0; wrong < 4; wrong += 1) guesses.noteWrong('a');
	for (let group = 0; group < 1000; group += 1) guesses.note('a', true);
	guesses.note('a', false);
	guesses.note('a', true);
	assert(guesses.isLikely('a'));
});
