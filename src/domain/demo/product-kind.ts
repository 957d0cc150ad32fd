import type { brandNames } from './tables/brand-names.ts';
import type { palettes } from './tables/palettes.ts';
import type { seriesNames } from './tables/series-names.ts';
import type { sizeRuns } from './tables/size-runs.ts';

/**
 * One kind of product in the catalogue: `hiking-boots`, `soundbars`.
 *
 * A product of a kind has a **grade** in [0, 1), from the cheapest to the best. Price and graded facts follow it, so
 * that expensive headphones also play longest.
 *
 * Texts are templates in which `{brand}`, `{name}` and every fact may be placeholders. A sentence of `says` may begin
 * with the condition under which it is true: `[waterproof]`, `[!waterproof]`, `[material=leather]`.
 */
export interface ProductKind {
	/** Kebab-case plural, unique; part of links. */
	readonly key: string;
	/** Two or three capitals, unique: the beginning of this kind's model numbers. */
	readonly code: string;
	readonly title: string;
	/** Paths, most specific first; these are templates, too. */
	readonly categories: readonly string[];
	readonly brands: keyof typeof brandNames;
	/** The list of series names that `{name}` is taken from; `model` uses the model number. */
	readonly names: keyof typeof seriesNames | 'model';
	/** Regular prices in EUR, from lowest to highest. */
	readonly price: readonly [number, number];
	readonly palette: keyof typeof palettes;
	/** The sizes that a model comes in, one item each. */
	readonly sizeRun?: keyof typeof sizeRuns;
	/** How often this kind occurs relative to others; 1 by default. */
	readonly share?: number;
	/**
	 * In the order in which items have them. `material` is required; `material` and `size` take their fixed places among
	 * an item's fields.
	 */
	readonly facts: { readonly material: Fact; readonly [name: string]: Fact };
	/** The description begins with one of these: what the product is for. */
	readonly opens: readonly string[];
	/** One to three of those whose conditions hold follow. */
	readonly says: readonly string[];
}

export type FactValue = string | number | boolean;

/**
 * The values of a fact. A list is graded from plain to good, `any` has no better or worse, and a range goes from its
 * value at the lowest grade to the one at the highest, which may be smaller.
 */
export type Fact =
	| readonly FactValue[]
	| { readonly any: readonly FactValue[] }
	| { readonly from: number; readonly to: number; readonly step: number };
