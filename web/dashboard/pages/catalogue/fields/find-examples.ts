import type { Item } from '../catalogue-wire.ts';

const exampleCount = 3;

/** Different values of a field in some items, by its name with dots between the members of nested objects. */
export function findExamples(items: readonly Item[], name: string): readonly unknown[] {
	const values = items.flatMap((item) => read(item, name));
	const seen = new Map(values.map((value) => [JSON.stringify(value), value]));
	return [...seen.values()].slice(0, exampleCount);
}

function read(value: unknown, name: string): readonly unknown[] {
	if (Array.isArray(value)) return value.flatMap((member) => read(member, name));
	if (name === '') return value === null || value === '' || typeof value === 'object' ? [] : [value];
	if (typeof value !== 'object' || value === null) return [];
	// A name may have dots itself.
	return Object.entries(value).flatMap(([own, member]) => {
		if (own === name) return read(member, '');
		return name.startsWith(`${own}.`) ? read(member, name.slice(own.length + 1)) : [];
	});
}
