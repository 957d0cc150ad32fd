import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeededRandom } from '../../lib/seeded-random.ts';
import { toVerdict, toWinShare, type WinShare } from './win-share.ts';

/** Every shopper has one decided search. */
function ofIndependent(learnedWins: number, plainWins: number): WinShare {
	return toWinShare({ learnedWins, plainWins, squares: learnedWins + plainWins }) as WinShare;
}

const round = (value: number, digits = 4) => Number(value.toFixed(digits));

test('the interval is that of Newcombe (1998), table I, with correction for continuity', () => {
	for (const [wins, count, low, high] of [
		[81, 263, 0.2535, 0.3682],
		[15, 148, 0.0598, 0.1644],
		[0, 20, 0, 0.2005],
		[1, 29, 0.0018, 0.1963],
	] as const) {
		const share = ofIndependent(wins, count - wins);
		assert.deepEqual([round(share.low), round(share.high)], [low, high], `${wins} of ${count}`);
	}
	const all = ofIndependent(20, 0);
	assert.deepEqual([all.share, round(all.low), all.high], [1, 0.7995, 1]);
});

test('the p-value is that of the sign test with correction for continuity', () => {
	// z = (|20| - 1) / 10 and so on; two-sided probabilities of the normal distribution from tables.
	assert.equal(round(ofIndependent(60, 40).pValue), round(0.05743));
	assert.equal(round(ofIndependent(40, 60).pValue), round(0.05743));
	assert.equal(round(ofIndependent(61, 39).pValue), 0.0357);
	assert.equal(ofIndependent(50, 50).pValue, 1);
	assert.equal(ofIndependent(50, 51).pValue, 1);
	assert.equal(toWinShare({ learnedWins: 0, plainWins: 0, squares: 0 }), undefined);
});

test('there is a verdict when enough searches are decided and the result is unlikely to be chance', () => {
	assert.equal(toVerdict(undefined), 'too_few');
	assert.equal(toVerdict(ofIndependent(99, 0)), 'too_few');
	assert.equal(toVerdict(ofIndependent(60, 40)), 'open');
	assert.equal(toVerdict(ofIndependent(61, 39)), 'learned');
	assert.equal(toVerdict(ofIndependent(39, 61)), 'plain');
});

test('the interval is without one half exactly where the p-value is below 5 %', () => {
	for (let count = 1; count < 400; count += 3) {
		for (let wins = 0; wins <= count; wins++) {
			const { low, high, pValue } = ofIndependent(wins, count - wins);
			assert.equal(low > 0.5 || high < 0.5, pValue < 0.05, `${wins} of ${count}`);
			assert.ok(low <= wins / count && wins / count <= high);
		}
	}
});

test('one shopper with many searches counts as little more than one', () => {
	const crowd = { learnedWins: 100, plainWins: 100, squares: 200 };
	const zealous = toWinShare({ ...crowd, learnedWins: 150, squares: 200 + 50 ** 2 }) as WinShare;
	assert.ok(zealous.pValue > 0.2, `${zealous.pValue}`);
	assert.ok(zealous.effectiveCount < 30, `${zealous.effectiveCount}`);
});

test('shoppers without a preference are found to have one in at most 5 % of comparisons, however alike their searches are', () => {
	const random = createSeededRandom(11);
	const comparisons = 4_000;
	let found = 0;
	for (let number = 0; number < comparisons; number++) {
		let [learnedWins, plainWins, squares] = [0, 0, 0];
		for (let shopper = 0; shopper < 150; shopper++) {
			// Each shopper chooses by one taste in all searches.
			const isLearned = random.chance(0.5);
			const searches = random.integer(1, 6);
			if (isLearned) learnedWins += searches;
			else plainWins += searches;
			squares += searches ** 2;
		}
		const share = toWinShare({ learnedWins, plainWins, squares });
		if ((share as WinShare).pValue < 0.05) found += 1;
	}
	assert.ok(found / comparisons <= 0.055, `${found} of ${comparisons}`);
});
