/** How a search engine searches where a request does not say it: what its owner may set, beyond what items are. */
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';
import type { FacetRequest } from './index-query.ts';
import { facetBucketsMax, facetsMax, fieldNameLengthMax } from './query-limits.ts';
import { findSynonymFaults, type SynonymRule } from './synonym-rule.ts';

export interface SearchSettings {
	readonly synonyms: readonly SynonymRule[];
	/** Of requests that name none; empty for none at all, null for those that suit most shops. */
	readonly facets: readonly FacetRequest[] | null;
	/** Fields of which a typed value may become a filter; null for those that suit most shops. */
	readonly autoFilterFields: readonly string[] | null;
	/** Whether items that are out of stock come after all others, where the order is by score. */
	readonly isOutOfStockLast: boolean;
	/** Whether what is being typed is completed. */
	readonly hasSuggestions: boolean;
}

export const defaultSearchSettings: SearchSettings = {
	synonyms: [],
	facets: null,
	autoFilterFields: null,
	isOutOfStockLast: false,
	hasSuggestions: true,
};

export const autoFilterFieldsMax = 20;

/** @returns every fault of the settings that are there. */
export function findSearchSettingsFaults({ synonyms, facets, autoFilterFields }: Partial<SearchSettings>): Fault[] {
	return [
		...(synonyms === undefined ? [] : findSynonymFaults('synonyms', synonyms)),
		...findFacetFaults(facets ?? []),
		...findFieldFaults('auto_filter_fields', autoFilterFields ?? [], autoFilterFieldsMax),
	];
}

function findFacetFaults(facets: readonly FacetRequest[]): Fault[] {
	const names = facets.map(({ fieldName }) => fieldName);
	const sizeFaults = facets.flatMap(({ size }, index) => {
		const isWithin = Number.isInteger(size) && size >= 1 && size <= facetBucketsMax;
		return toFaults(`facets.${index}.size`, isWithin ? undefined : `must be from 1 to ${facetBucketsMax}`);
	});
	return [...findFieldFaults('facets', names, facetsMax), ...sizeFaults];
}

function findFieldFaults(path: string, names: readonly string[], countMax: number): Fault[] {
	if (names.length > countMax) return toFaults(path, `must have at most ${countMax} entries`);
	return names.flatMap((name, index) => {
		const problem = names.indexOf(name) < index ? 'is named twice' : findFieldNameProblem(name);
		return toFaults(`${path}.${index}`, problem);
	});
}

/** Of a name that an owner gives; undefined when it is the name of a field. */
export function findFieldNameProblem(name: string): string | undefined {
	if (name.trim() === '' || /\p{Cc}/u.test(name) || !name.isWellFormed()) return 'must be the name of a field';
	return name.length > fieldNameLengthMax ? `length must be less than or equal to ${fieldNameLengthMax}` : undefined;
}
