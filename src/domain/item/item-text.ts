/**
 * Changes items without touching the rest of their bytes.
 *
 * A *literal* is the JSON text of one value as the item has it: `6.0`, `"a\/b"`, `null`. Everything that does not
 * change is copied, so numbers, escapes, key order and spacing survive.
 */
import type { JsonObjectOffsets } from '../../lib/json-members.ts';

/** Literals by member name, in the order in which they are to be added. */
export type Literals = ReadonlyMap<string, string>;

/**
 * The object at `object` in `text` with `literals` merged into it. Existing members get the new value in place; the
 * others are appended. Every other byte of the object stays. Cost: O(object + literals).
 */
export function overlayMembers(text: string, object: JsonObjectOffsets, literals: Literals): string {
	let result = '';
	let copiedTo = object.start;
	let contentEnd = object.start + 1;
	let replacedCount = 0;
	for (const { name, valueStart, valueEnd } of object.members) {
		contentEnd = valueEnd;
		const literal = literals.get(name);
		if (literal === undefined) continue;
		result += text.slice(copiedTo, valueStart) + literal;
		copiedTo = valueEnd;
		replacedCount += 1;
	}
	result += text.slice(copiedTo, contentEnd);
	if (replacedCount < literals.size) {
		const added = replacedCount === 0 ? literals : toMissing(object, literals);
		result += (object.members.length === 0 ? '' : ',') + toMembersText(added);
	}
	return result + text.slice(contentEnd, object.end);
}

/** A new object of these members, without spaces. */
export function toObjectText(literals: Literals): string {
	return `{${toMembersText(literals)}}`;
}

function toMembersText(literals: Literals): string {
	let text = '';
	for (const [name, literal] of literals) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${literal}`;
	return text;
}

/** The entries of `literals` for which the object has no member. */
function toMissing(object: JsonObjectOffsets, literals: Literals): Literals {
	const missing = new Map(literals);
	for (const { name } of object.members) missing.delete(name);
	return missing;
}
