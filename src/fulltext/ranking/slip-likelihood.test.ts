import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toDoubtFactor, toSlipLikelihood } from './slip-likelihood.ts';

it('is 1 for one sound, a letter left out and two letters swapped, and less for other slips', () => {
	const cases: readonly (readonly [typed: string, meant: string, errors: number, sounds: number, expected: number])[] =
		[
			['fone', 'phone', 2, 1, 0.2],
			['leter', 'letter', 1, 1, 1],
			['keybord', 'keyboard', 1, 0, 1],
			['kyeboard', 'keyboard', 1, 0, 1],
			['keyboards', 'keyboard', 1, 0, 0.2],
			['kexboard', 'keyboard', 1, 0, 0.2],
			['hosse', 'house', 1, 0, 0.2],
			['leyboard', 'keyboard', 1, 0, 0.04],
			['shooz', 'shoes', 2, 2, 0.1],
			['kebord', 'keyboard', 2, 0, 0.025],
			['vacume', 'vacuum', 3, 2, 0.1],
		];
	for (const [typed, meant, errorCount, soundChangeCount, expected] of cases) {
		const likelihood = toSlipLikelihood(typed, meant, { errorCount, soundChangeCount });
		assert.ok(Math.abs(likelihood - expected) < 1e-9, `${typed} → ${meant}: ${likelihood}`);
	}
});

it('makes a word of the catalogue doubtful only where it is long or sounds alike, and never for two errors', () => {
	const one = { errorCount: 1, soundChangeCount: 0 };
	assert.equal(toDoubtFactor('vase', 'vases', one), 200);
	assert.equal(toDoubtFactor('braclet', 'bracelet', one), 20);
	assert.equal(toDoubtFactor('cartrdge', 'cartridge', one), 10);
	assert.equal(
		toDoubtFactor('conductor', 'connector', { errorCount: 2, soundChangeCount: 0 }),
		Number.POSITIVE_INFINITY,
	);
	assert.equal(toDoubtFactor('maintanance', 'maintenance', { errorCount: 1, soundChangeCount: 1 }), 10);
});
