import assert from 'node:assert/strict';
import { it } from 'node:test';
import { displayNameLengthMax, findEmailProblem, findNameProblem } from './display-name.ts';

it('accepts names of any script up to the limit, counted in code points', () => {
	for (const name of ['A', "L'Étoile & Söhne", '日本の店', '👟'.repeat(displayNameLengthMax)]) {
		assert.equal(findNameProblem(name), undefined, name);
	}
});

it('rejects blank and long names, control characters and malformed text', () => {
	assert.match(findNameProblem('') ?? '', /blank/);
	assert.match(findNameProblem(' \t') ?? '', /blank/);
	assert.match(findNameProblem('a'.repeat(displayNameLengthMax + 1)) ?? '', /less than or equal to 200/);
	assert.match(findNameProblem('👟'.repeat(displayNameLengthMax + 1)) ?? '', /less than or equal to 200/);
	assert.match(findNameProblem('a\u0000b') ?? '', /control/);
	assert.match(findNameProblem('a\u0085b') ?? '', /control/);
	assert.match(findNameProblem('a\ud800') ?? '', /control/);
});

it('requires one @ between two parts of an e-mail address', () => {
	assert.equal(findEmailProblem('ana+shop@mail.example'), undefined);
	for (const email of ['', 'ana', '@mail.example', 'ana@', 'a@b@c', 'a b@c', 'a@b\n', `${'a'.repeat(260)}@b.example`]) {
		assert.notEqual(findEmailProblem(email), undefined, email);
	}
});
