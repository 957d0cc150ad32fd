/** The text of an item as a result: it goes out as it is stored, with our members laid over it. */
import type { FoundItem } from '../../app/search/product-search.ts';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import { overlayMembers, toObjectText } from '../../domain/item/item-text.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import { findJsonMembers } from '../../lib/json-members.ts';

/** Names of stored fields, and the names that other clients look for. */
const aliases = [
	['link', 'url'],
	['image_link', 'image_url'],
] as const;

/** By these clients tell which item it is; variants are asked for by a parameter of their own. */
const alwaysSent: ReadonlySet<string> = new Set(['id', 'dfid', 'type', 'df_variants']);

/** What an item is called that has no title. Clients take it for granted that every result has one. */
const otherTitleName = 'name';

/**
 * The item with our members laid over it, which take the place of those that the item has by their names: which index it
 * is in must be true. Where fields are chosen, those that name the item and its variants come nevertheless.
 */
export function toResultText(
	hashid: string,
	{ indexName, id, text, variants }: FoundItem,
	{ variantFields, resultFields }: Pick<SearchRequest, 'variantFields' | 'resultFields'>,
): string {
	const object = findJsonMembers(text);
	const added = new Map([
		['dfid', JSON.stringify(formatDfid({ hashid, indexName, itemKey: toItemKey(id) }))],
		['type', JSON.stringify(indexName)],
	]);
	for (const [stored, alias] of aliases) {
		const member = object.members.find(({ name }) => name === stored);
		const isTaken = object.members.some(({ name }) => name === alias);
		if (member !== undefined && !isTaken) added.set(alias, text.slice(member.valueStart, member.valueEnd));
	}
	if (!object.members.some(({ name }) => name === 'title')) {
		const member = object.members.find(({ name }) => name === otherTitleName);
		added.set('title', member === undefined ? '""' : text.slice(member.valueStart, member.valueEnd));
	}
	if (variants !== undefined) {
		added.set('df_variants', `[${variants.map((variant) => toVariantText(variant, variantFields)).join(',')}]`);
	}
	if (resultFields === undefined) return overlayMembers(text, object, added);
	const picked = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of object.members) {
		if (resultFields.has(name) || alwaysSent.has(name)) picked.set(name, text.slice(valueStart, valueEnd));
	}
	for (const [name, literal] of added) if (resultFields.has(name) || alwaysSent.has(name)) picked.set(name, literal);
	return toObjectText(picked);
}

function toVariantText(text: string, fieldNames: readonly string[]): string {
	const picked = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of findJsonMembers(text).members) {
		if (fieldNames.includes(name)) picked.set(name, text.slice(valueStart, valueEnd));
	}
	return toObjectText(picked);
}
