/** `--map link=url`: the shop's own member names, turned into those that the server knows. */

import type { JsonMember } from '../../lib/json-scanner.ts';
import { misused } from '../command-error.ts';

/** From the name in the item to the name in the file. */
export type ItemMapping = ReadonlyMap<string, string>;

/** @throws {CommandError} for anything but a list of `new=old` with different new names. */
export function parseMapping(text: string): ItemMapping {
	const mapping = new Map<string, string>();
	for (const part of text.split(',')) {
		const [target = '', source = '', ...rest] = part.split('=').map((name) => name.trim());
		if (target === '' || source === '' || rest.length > 0) {
			throw misused(`--map has "${part}"`, 'write it like link=url,title=name: the new name, =, the name in the file');
		}
		if (mapping.has(target)) throw misused(`--map gives "${target}" twice`, 'give every new name once');
		mapping.set(target, source);
	}
	return mapping;
}

/**
 * The item with its members renamed: values stay the text they were, members that are not mapped stay where they were,
 * and one that stands in the way of a mapped name gives way to it.
 */
export function applyMapping(text: string, members: readonly JsonMember[], mapping: ItemMapping): string {
	const byName = new Map(members.map((member) => [member.name, member]));
	const mapped = [...mapping].filter(([, source]) => byName.has(source));
	const targets = new Set(mapped.map(([target]) => target));
	const sources = new Set(mapped.map(([, source]) => source));
	const kept = members.filter(({ name }) => !targets.has(name) && !sources.has(name));
	const parts = [
		...mapped.map(([target, source]) => [target, byName.get(source)] as const),
		...kept.map((member) => [member.name, member] as const),
	];
	const texts = parts.map(([name, member]) => {
		return member === undefined ? '' : `${JSON.stringify(name)}:${text.slice(member.valueStart, member.valueEnd)}`;
	});
	return `{${texts.join(',')}}`;
}
