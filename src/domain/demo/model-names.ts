import assert from 'node:assert/strict';
import type { SeededRandom } from '../../lib/seeded-random.ts';
import type { ProductKind } from './product-kind.ts';
import { brandNames } from './tables/brand-names.ts';
import { seriesNames } from './tables/series-names.ts';

export interface ModelName {
	readonly brand: string;
	/** `Cairn`, or the model number for kinds whose products are named by number. */
	readonly series: string;
	/** `TX-480`. */
	readonly number: string;
}

/** 100, 105, … 995: round enough to remember. */
const modelNumbers: readonly number[] = Array.from({ length: 180 }, (_, index) => 100 + index * 5);

/**
 * Names for the models of one kind, each used once. The pairs of brand and series are shuffled and dealt, so no two
 * models of a kind share a name and nothing has to be drawn again. Throws when no names are left.
 */
export function createModelNames(random: SeededRandom, kind: ProductKind): () => ModelName {
	const brands: readonly string[] = brandNames[kind.brands];
	const series: readonly string[] = kind.names === 'model' ? modelNumbers.map(String) : seriesNames[kind.names];
	const pairs = random.shuffle(brands.flatMap((brand) => series.map((name) => ({ brand, name }))));
	const numbers = random.shuffle(modelNumbers);
	return () => {
		const pair = pairs.pop();
		const digits = numbers.pop();
		assert(pair !== undefined && digits !== undefined, `no name is left for another model of ${kind.key}`);
		const number = `${kind.code}-${digits}`;
		return { brand: pair.brand, series: kind.names === 'model' ? number : pair.name, number };
	};
}
