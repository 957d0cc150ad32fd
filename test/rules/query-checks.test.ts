/** The table of query checks is what it was when the ranking was not tuned by it. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { amazonChecks } from '../../bench/query-checks/amazon-checks.ts';
import { icecatChecks } from '../../bench/query-checks/icecat-checks.ts';
import { checkFirstTen, checkKinds, type QueryCheck } from '../../bench/query-checks/query-check.ts';

const catalogues = { icecat: icecatChecks, 'amazon-in': amazonChecks };

describe('the table of query checks', () => {
	it('has thirty rows for each catalogue, and enough of each kind', () => {
		const rows = Object.values(catalogues).flat();
		assert.deepEqual([icecatChecks.length, amazonChecks.length], [30, 30]);
		const leastOfKinds = { category: 14, brand: 8, price: 10, negation: 8, attribute: 12, typo: 8 };
		for (const kind of checkKinds) {
			assert.ok(rows.filter((row) => row.kind === kind).length >= leastOfKinds[kind], kind);
		}
		for (const checks of Object.values(catalogues)) assert.equal(new Set(checks.map(({ query }) => query)).size, 30);
	});

	it('asks what it has always asked: a row that search gets wrong is not replaced by an easier one', () => {
		const rows = Object.entries(catalogues).flatMap(([name, checks]) =>
			checks.map(({ kind, query, rightMin }) => `${name} ${kind} ${query} ${rightMin}`),
		);
		assert.equal(hash('sha256', rows.join('\n')), '7265b830a4d8afdf20421e469a5a0427b0844754395e2ceebd4d7b7ddf858991');
	});
});

describe('a check of the first ten', () => {
	const check: QueryCheck = {
		...{ query: 'a', kind: 'negation', meaning: 'right ones', rightMin: 2 },
		isRight: ({ id }) => id === 'right',
		isForbidden: ({ id }) => id === 'forbidden',
	};
	const toProducts = (ids: readonly string[]) => ids.map((id) => ({ id }));

	it('is met by enough right products and no forbidden one', () => {
		const others = Array.from({ length: 8 }, () => 'other');
		assert.equal(checkFirstTen(check, toProducts(['right', ...others, 'right', 'forbidden'])).isMet, true);
		assert.equal(checkFirstTen(check, toProducts(['right', 'right', 'forbidden'])).isMet, false);
		assert.equal(checkFirstTen(check, toProducts(['right', ...others, 'other', 'right'])).isMet, false);
		assert.equal(checkFirstTen(check, []).isMet, false);
	});
});
