import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSeededRandom } from '../../lib/seeded-random.ts';
import { draftTeams, formatTeams, parseTeam, type Team } from './team-draft.ts';

/** Drafts letters; `tosses` has l where the learned ranking is first. */
function draft(learned: string, plain: string, tosses: string, size = 100) {
	let round = 0;
	const toss = () => {
		round += 1;
		return tosses[round - 1] === 'l';
	};
	const list = draftTeams({ learned: [...learned], plain: [...plain] }, { keyOf: (entry) => entry, size, toss });
	return [list.map(({ entry }) => entry).join(''), formatTeams(list.map(({ team }) => team))];
}

test('teams choose in turns, by the toss of each round, and the common beginning belongs to none', () => {
	assert.deepEqual(draft('abcde', 'acdbe', 'pl'), ['acbde', '-pllp']);
	assert.deepEqual(draft('abcd', 'dcba', 'll'), ['adbc', 'lplp']);
	assert.deepEqual(draft('abcd', 'dcba', 'pp'), ['dacb', 'plpl']);
	assert.deepEqual(draft('abc', 'abc', 'l'), ['abc', '---']);
	assert.deepEqual(draft('', '', 'l'), ['', '']);
});

test('behind the draft the list goes on as the learned ranking does', () => {
	assert.deepEqual(draft('abcdef', 'fedcba', 'lll', 2), ['afbcde', 'lp----']);
	assert.deepEqual(draft('abcdef', 'fedcba', 'lll', 3), ['afbcde', 'lpl---']);
	assert.deepEqual(draft('abcdef', 'abcdef', 'lll', 2), ['abcdef', '------']);
});

const rankings = fc.integer({ min: 0, max: 40 }).chain((count) => {
	const entries = Array.from({ length: count }, (_, at) => at);
	return fc.record({
		learned: fc.shuffledSubarray(entries, { minLength: count }),
		plain: fc.shuffledSubarray(entries, { minLength: count }),
		size: fc.integer({ min: 0, max: 50 }),
		seed: fc.nat(),
	});
});

function draftRandomly({
	learned,
	plain,
	size,
	seed,
}: {
	learned: number[];
	plain: number[];
	size: number;
	seed: number;
}) {
	const random = createSeededRandom(seed);
	// An index gives the plain ranking only as far as it is needed.
	const rankings = { learned, plain: plain.slice(0, size) };
	return draftTeams(rankings, { keyOf: String, size, toss: () => random.chance(0.5) });
}

test('no entry is lost or repeated, and both teams have as many entries up to any rank, give or take one', () => {
	fc.assert(
		fc.property(rankings, (drawn) => {
			const list = draftRandomly(drawn);
			assert.deepEqual(
				list.map(({ entry }) => entry).sort((a, b) => a - b),
				[...drawn.learned].sort((a, b) => a - b),
			);
			const counts = { learned: 0, plain: 0 };
			for (const { team } of list) {
				if (team !== undefined) counts[team] += 1;
				assert.ok(Math.abs(counts.learned - counts.plain) <= 1);
			}
		}),
	);
});

test('a tier that comes first in both rankings comes first in the list', () => {
	fc.assert(
		fc.property(rankings, (drawn) => {
			const tierOf = (entry: number) => entry % 3;
			const byTier = (list: number[]) => list.toSorted((a, b) => tierOf(a) - tierOf(b));
			const tiers = draftRandomly({
				...drawn,
				learned: byTier(drawn.learned),
				plain: byTier(drawn.plain),
			}).map(({ entry }) => tierOf(entry));
			assert.deepEqual(tiers, tiers.toSorted());
		}),
	);
});

test('each team is expected to get half of random clicks on any list', () => {
	const [learned, plain] = ['abcdefgh', 'hcbagfed'];
	const wins: Record<Team, number> = { learned: 0, plain: 0 };
	const draws = 20_000;
	for (let seed = 0; seed < draws; seed++) {
		const random = createSeededRandom(seed);
		const list = draftTeams(
			{ learned: [...learned], plain: [...plain] },
			{ keyOf: (entry) => entry, size: 8, toss: () => random.chance(0.5) },
		);
		// Clicks at the top are likelier.
		const at = Math.min(random.integer(0, 7), random.integer(0, 7));
		const team = parseTeam(formatTeams(list.map((one) => one.team)), at);
		if (team !== undefined) wins[team] += 1;
	}
	assert.equal(wins.learned + wins.plain, draws);
	// Four standard deviations.
	assert.ok(Math.abs(wins.learned - draws / 2) < 2 * Math.sqrt(draws), `${wins.learned} of ${draws}`);
});
