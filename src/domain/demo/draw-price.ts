import type { SeededRandom } from '../../lib/seeded-random.ts';

export interface DrawnPrice {
	/** EUR with at most two decimals. */
	readonly regular: number;
	/** Below `regular`; undefined when there is no sale. */
	readonly sale: number | undefined;
}

const saleChance = 0.22;
const discountPercents = [10, 15, 20, 20, 25, 30, 40];

/**
 * A price as shops write it, within `band` (EUR).
 * @param grade in [0, 1); most prices are in the lower half of the band
 */
export function drawPrice(random: SeededRandom, band: readonly [number, number], grade: number): DrawnPrice {
	const [lowest, highest] = band;
	const aimed = lowest + (highest - lowest) * grade * Math.sqrt(grade);
	const euros = aimed < 100 ? Math.floor(aimed) : Math.round(aimed / 10) * 10 - 1;
	const cents = random.pick(euros < 100 ? [90, 95, 99] : [0, 0, 90, 95]);
	const regularCents = Math.min(highest * 100, Math.max(lowest * 100, euros * 100 + cents));
	return { regular: regularCents / 100, sale: drawSale(random, regularCents) };
}

function drawSale(random: SeededRandom, regularCents: number): number | undefined {
	const isOnSale = random.chance(saleChance);
	const percent = random.pick(discountPercents);
	if (!isOnSale) return undefined;
	return (Math.round((regularCents * (100 - percent)) / 1000) * 10 - 1) / 100;
}
