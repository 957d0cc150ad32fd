import type { brandNames } from './tables/brand-names.ts';
import type { palettes } from './tables/palettes.ts';
import type { seriesNames } from './tables/series-names.ts';
import type { sizeRuns } from './tables/size-runs.ts';

/**
 * What the catalogue knows of one kind of product: `hiking-boots`, `soundbars`.
 *
 * A product of a kind has a **grade** in [0, 1), from the cheapest to the best. Price and graded facts follow it, so
 * that the dear headphones are also the ones that play longest.
 *
 * Texts are templates: `{brand}`, `{name}` and every fact may stand in braces. A sentence of `says` may begin with the
 * condition under which it is true: `[waterproof]`, `[!waterproof]`, `[material=leather]`.
 */
export interface ProductKind {
	/** Kebab-case plural, unique; part of links. */
	readonly key: string;
	/** Two or three capitals, unique: what the model numbers of this kind begin with. */
	readonly code: string;
	readonly title: string;
	/** Paths, the most specific one first; templates too. */
	readonly categories: readonly string[];
	readonly brands: keyof typeof brandNames;
	/** Which list of series names `{name}` comes from; `model` puts the model number there. */
	readonly names: keyof typeof seriesNames | 'model';
	/** Regular prices in EUR, from the lowest to the highest. */
	readonly price: readonly [number, number];
	readonly palette: keyof typeof palettes;
	/** The sizes a model is made in: one item each. */
	readonly sizeRun?: keyof typeof sizeRuns;
	/** How many times as often as others this kind comes up; 1 when absent. */
	readonly share?: number;
	/** In the order they appear on the item. `material` is required; `size` and it go where every item has them. */
	readonly facts: { readonly material: Fact; readonly [name: string]: Fact };
	/** One of these begins the description: what the product is for. */
	readonly opens: readonly string[];
	/** One to three of those that hold follow. */
	readonly says: readonly string[];
}

export type FactValue = string | number | boolean;

/**
 * Where a fact comes from: a list is graded from plain to good, `any` has no better or worse, and a range runs from its
 * value at the lowest grade to the one at the highest, which may be the smaller one.
 */
export type Fact =
	| readonly FactValue[]
	| { readonly any: readonly FactValue[] }
	| { readonly from: number; readonly to: number; readonly step: number };
