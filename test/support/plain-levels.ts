/** A facet of a field of paths, computed in a simple way: all nodes that an item is in or below are listed. */

import type { FacetBucket, HierarchyFacet } from '../../src/domain/query/facet-kind.ts';
import type { TermsFilter } from '../../src/domain/query/filter.ts';
import { startsAt, toLevels } from './plain-value.ts';

interface Asked {
	readonly fieldName: string;
	readonly size: number;
	/** Those of the field. */
	readonly filters: readonly TermsFilter[];
	/** The values of every item that is searched. */
	readonly existing: readonly string[];
}

/** @param counted the values of each item that counts */
export function countPlainLevels(
	counted: readonly (readonly string[])[],
	{ fieldName, size, filters, existing }: Asked,
): HierarchyFacet {
	const counts = new Map<string, number>();
	for (const values of counted) {
		const nodes = new Set(values.flatMap((value) => listNodes(toLevelsOf(value))));
		for (const node of nodes) counts.set(node, (counts.get(node) ?? 0) + 1);
	}
	const spellings = toSpellings(existing);
	const toBuckets = (nodes: readonly string[]): FacetBucket[] =>
		nodes.map((node) => ({ value: spellings.get(node) as string, count: counts.get(node) as number }));
	const chosen = filters.flatMap(({ values, isExact }) =>
		values.map((asked) => ({
			asked,
			nodes: listMeant(asked, { counts, isExact: isExact === true, existing }),
		})),
	);
	const open = new Set(['', ...chosen.flatMap(({ nodes }) => nodes.flatMap((node) => listNodes(node.split('>'))))]);
	const levels = [...open].sort(compareByLevel).flatMap((parent) => {
		const below = [...counts.keys()].filter((node) => node !== '' && toParent(node) === parent);
		if (below.length === 0 && parent !== '') return [];
		below.sort((a, b) => (counts.get(b) as number) - (counts.get(a) as number) || compare(a, b));
		const all = toBuckets(below);
		return {
			parent: parent === '' ? undefined : spellings.get(parent),
			level: parent === '' ? 0 : parent.split('>').length,
			buckets: all.slice(0, size),
			otherCount: all.slice(size).reduce((sum, { count }) => sum + count, 0),
			nodeCount: all.length,
		};
	});
	const selected = chosen.flatMap(({ asked, nodes }) => {
		const found = toBuckets(nodes.filter((node) => counts.has(node)));
		return found.length === 0 ? [{ value: asked, count: 0 }] : found;
	});
	return {
		kind: 'hierarchy',
		fieldName,
		levels,
		selected: [...new Map(selected.map((bucket) => [bucket.value, bucket])).values()],
	};
}

/** A value with a sign in front is not a path. */
function toLevelsOf(value: string): string[] {
	const levels = toLevels(value);
	return levels[0] === '' ? [value.trim().toLowerCase()] : levels.filter((level) => level !== '');
}

function listNodes(levels: readonly string[]): string[] {
	return levels.map((_, index) => levels.slice(0, index + 1).join('>'));
}

function toParent(node: string): string {
	return node.startsWith('>') ? '' : node.split('>').slice(0, -1).join('>');
}

/** As items write it; the first spelling in the order of bytes. */
function toSpellings(existing: readonly string[]): Map<string, string> {
	const spellings = new Map<string, string>();
	for (const value of existing) {
		const written = toLevels(value)[0] === '' ? [value] : value.split('>').filter((level) => level.trim() !== '');
		const tidy = written.map((level) => level.trim().replaceAll(/\s+/g, ' '));
		for (const [index, node] of listNodes(toLevelsOf(value)).entries()) {
			const spelling = tidy.slice(0, index + 1).join(' > ');
			const before = spellings.get(node);
			if (before === undefined || compare(spelling, before) < 0) spellings.set(node, spelling);
		}
	}
	return spellings;
}

interface Meaning {
	readonly counts: ReadonlyMap<string, number>;
	readonly isExact: boolean;
	readonly existing: readonly string[];
}

function listMeant(asked: string, { counts, isExact, existing }: Meaning): string[] {
	const levels = toLevelsOf(asked);
	const node = levels.join('>');
	if (node === '') return [];
	if (isExact || existing.some((value) => startsAt(toLevelsOf(value), levels, 0))) return [node];
	return [...counts.keys()].filter((path) => path.endsWith(`>${node}`)).sort(compare);
}

function compare(a: string, b: string): number {
	return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function compareByLevel(a: string, b: string): number {
	const [depthOfA, depthOfB] = [a, b].map((path) => (path === '' ? 0 : path.split('>').length)) as [number, number];
	return depthOfA - depthOfB || compare(a, b);
}
