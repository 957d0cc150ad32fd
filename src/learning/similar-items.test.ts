import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateAttractions, type ObservedItem } from './similar-items.ts';

const observe = (traits: string, clicks: number, expected: number): ObservedItem => ({
	traits: traits === '' ? [] : traits.split(' '),
	counts: { clicks, expected, variance: expected },
	mean: 1,
});

/** The posterior mean less 1 of an item that was never seen, by its traits. */
function predict({ traits, otherSquaredImportance }: ReturnType<typeof estimateAttractions>, of: string): number {
	const known = of.split(' ').map((trait) => traits.get(trait));
	const squares = known.reduce((sum, trait) => sum + (trait?.squaredImportance ?? otherSquaredImportance), 0);
	return known.reduce((sum, trait) => sum + (trait?.worth ?? 0), 0) / Math.sqrt(squares);
}

test('what shoppers choose raises what is like it, also what they never saw, and lowers nothing else', () => {
	const printers = ['canon', 'epson', 'hp'].map((brand) => observe(`${brand} printer`, 6, 3));
	const cartridges = ['canon', 'epson', 'hp'].map((brand) => observe(`${brand} cartridge`, 0, 3));
	const learned = estimateAttractions([...printers, ...cartridges], 0.5);
	for (const at of [0, 1, 2]) assert((learned.observed[at] as number) > 1.2);
	for (const at of [3, 4, 5]) assert((learned.observed[at] as number) < 0.8);
	assert(predict(learned, 'brother printer') > 0.1);
	assert(predict(learned, 'brother cartridge') < -0.1);
	assert(Math.abs(predict(learned, 'canon toner')) < 0.01);
});

test('more clicks say more, and less variance says less', () => {
	const raise = (clicks: number, variance: number) =>
		estimateAttractions([observe('a', 2 * clicks, clicks), observe('b', clicks, clicks)], variance)
			.observed[0] as number;
	assert(raise(1, 0.5) < raise(4, 0.5) && raise(4, 0.5) < raise(40, 0.5));
	assert(raise(4, 0.05) < raise(4, 0.5));
	assert(raise(400, 0.5) < 2.01);
	assert.equal(raise(0.001, 0.5), 1, 'too little to say anything');
});

const item = fc.record({
	traits: fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'), { maxLength: 4 }),
	clicks: fc.double({ min: 0, max: 10, noNaN: true }),
	expected: fc.double({ min: 0.05, max: 10, noNaN: true }),
});

test('estimates are those of the textbook: the covariances times the inverse of covariances and noise, times what was seen', () => {
	fc.assert(
		fc.property(
			fc.array(item, { minLength: 1, maxLength: 6 }),
			fc.double({ min: 0.05, max: 1, noNaN: true }),
			(seen, variance) => {
				const items = seen.map(({ traits, clicks, expected }) => observe(traits.join(' '), clicks, expected));
				const learned = estimateAttractions(items, variance);
				const importance = (trait: string) =>
					Math.log((seen.length + 1) / seen.filter(({ traits }) => traits.includes(trait)).length);
				const product = (a: readonly string[], b: readonly string[]) =>
					a.filter((trait) => b.includes(trait)).reduce((sum, trait) => sum + importance(trait) ** 2, 0);
				const cosine = (a: readonly string[], b: readonly string[]) => {
					const norm = Math.sqrt(product(a, a) * product(b, b));
					return norm === 0 ? 0 : product(a, b) / norm;
				};
				const covariance = seen.map((a) =>
					seen.map((b) => variance * (a === b ? 1 : 0.6 * cosine(a.traits, b.traits))),
				);
				const noisy = covariance.map((row, at) =>
					row.map((value, column) => value + (at === column ? 1 / (seen[at]?.expected ?? 1) : 0)),
				);
				const weights = eliminate(
					noisy,
					seen.map(({ clicks, expected }) => clicks / expected - 1),
				);
				for (const [at, row] of covariance.entries()) {
					const mean = row.reduce((sum, value, column) => sum + value * (weights[column] as number), 0);
					const explained = eliminate(noisy, row).reduce(
						(sum, value, column) => sum + value * (row[column] as number),
						0,
					);
					const doubt = 0.2 * Math.sqrt(Math.max(0, (row[at] as number) - explained));
					const expected = Math.max(0, 1 + Math.sign(mean) * Math.max(0, Math.abs(mean) - doubt));
					assert(
						Math.abs((learned.observed[at] as number) - expected) < 1e-6,
						`${learned.observed[at]}, not ${expected}`,
					);
				}
				const unseen = ['a', 'c'].filter((trait) => learned.traits.has(trait));
				if (unseen.length === 0 || product(unseen, unseen) === 0) return;
				const mean = seen.reduce(
					(sum, { traits }, at) => sum + variance * 0.6 * cosine(unseen, traits) * (weights[at] as number),
					0,
				);
				assert(
					Math.abs(predict(learned, unseen.join(' ')) - mean) < 1e-6,
					`${predict(learned, unseen.join(' '))}, not ${mean}`,
				);
			},
		),
	);
});

/** x with matrix · x = right side, by elimination. */
function eliminate(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
	const rows = matrix.map((row, at) => [...row, right[at] as number]);
	for (const [at, pivot] of rows.entries()) {
		for (const [other, row] of rows.entries()) {
			if (other === at) continue;
			const times = (row[at] as number) / (pivot[at] as number);
			for (const [column, value] of pivot.entries()) row[column] = (row[column] as number) - times * value;
		}
	}
	return rows.map((row, at) => (row.at(-1) as number) / (row[at] as number));
}
