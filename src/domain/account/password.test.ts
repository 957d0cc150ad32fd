import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPasswordProblem, normalizePassword, passwordLengthMax } from './password.ts';

const email = 'ana@shoes.example';

test('any text that is long enough is a password, in any script', () => {
	for (const password of [
		'correct horse battery',
		'日本の店で買う靴はとても良い',
		'👟🥾👠👢'.repeat(3),
		'abcd'.repeat(50),
	])
		assert.equal(findPasswordProblem(password, email), undefined, password);
});

test('what is short, long, monotonous, malformed or the address itself is refused', () => {
	const refused: [password: string, problem: RegExp][] = [
		['', /greater than or equal to 12/],
		['elevenchars', /greater than or equal to 12/],
		['x'.repeat(10_000), /less than or equal to 200/],
		[`${'abcd'.repeat(passwordLengthMax / 4)}e`, /less than or equal to 200/],
		['ababababababab', /4 different/],
		[`long enough \ud800`, /well-formed/],
		['ANA@shoes.example', /e-mail/],
	];
	for (const [password, problem] of refused)
		assert.match(findPasswordProblem(password, email) ?? '', problem, password);
});

test('composed and decomposed letters are the same password', () => {
	assert.equal(normalizePassword('cafe\u0301'), normalizePassword('caf\u00e9'));
});
