/** Renames the shop's own member names to those that the server knows. */
import type { JsonMember } from '../lib/json-scanner.ts';

/** From the name in the item to the name in the feed. */
export type MemberNames = ReadonlyMap<string, string>;

/**
 * The item with its members renamed. Values keep their text, members that are not renamed keep their order, and a
 * member whose name is the new name of another is dropped.
 */
export function renameMembers(text: string, members: readonly JsonMember[], names: MemberNames): string {
	const byName = new Map(members.map((member) => [member.name, member]));
	const renamed = [...names].filter(([, source]) => byName.has(source));
	const targets = new Set(renamed.map(([target]) => target));
	const sources = new Set(renamed.map(([, source]) => source));
	const kept = members.filter(({ name }) => !targets.has(name) && !sources.has(name));
	const parts = [
		...renamed.map(([target, source]) => [target, byName.get(source)] as const),
		...kept.map((member) => [member.name, member] as const),
	];
	const texts = parts.map(([name, member]) => {
		return member === undefined ? '' : `${JSON.stringify(name)}:${text.slice(member.valueStart, member.valueEnd)}`;
	});
	return `{${texts.join(',')}}`;
}
