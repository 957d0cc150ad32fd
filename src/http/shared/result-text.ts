/** The text of an item as a result: it is sent as stored, with our members laid over it. */
import type { FoundItem } from '../../app/search/found-page.ts';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import { type Literals, overlayMembers, toObjectText } from '../../domain/item/item-text.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import type { IndexSchema } from '../../domain/schema/index-schema.ts';
import { findJsonMembers } from '../../lib/json-members.ts';

/** Names of stored fields, and the aliases that other clients expect. */
const aliases = [
	['link', 'url'],
	['image_link', 'image_url'],
] as const;

/** Clients identify an item by these; variants are requested by a parameter of their own. */
const alwaysSent: ReadonlySet<string> = new Set(['id', 'dfid', 'type', 'df_variants']);

interface ResultOptions extends Pick<SearchRequest, 'variantFields' | 'resultFields'> {
	/** Of the index that the item is in. */
	readonly schema: IndexSchema;
	/** Members that the request asks for besides the item's, which they replace. */
	readonly more?: Literals | undefined;
}

/**
 * The item with our members laid over it. They replace members of the same names, because the answer must say truthfully
 * which index the item is in. If fields are selected, those that identify the item and its variants are sent
 * nevertheless.
 */
export function toResultText(
	hashid: string,
	{ indexName, id, text, variants }: FoundItem,
	{ variantFields, resultFields, schema, more = new Map() }: ResultOptions,
): string {
	const object = findJsonMembers(text);
	const added = new Map([
		['dfid', JSON.stringify(formatDfid({ hashid, indexName, itemKey: toItemKey(id) }))],
		['type', JSON.stringify(indexName)],
		...more,
	]);
	/** Adds the member under another name, unless the item already has a member of that name. */
	const addAlias = (stored: string, alias: string) => {
		const member = object.members.find(({ name }) => name === stored);
		const isTaken = added.has(alias) || object.members.some(({ name }) => name === alias);
		if (member !== undefined && !isTaken) added.set(alias, text.slice(member.valueStart, member.valueEnd));
	};
	for (const stored of schema.listAssigned('link')) for (const alias of ['link', 'url']) addAlias(stored, alias);
	for (const [stored, alias] of aliases) addAlias(stored, alias);
	// Clients expect every result to have a title.
	for (const stored of schema.listNamed('title')) addAlias(stored, 'title');
	if (!added.has('title') && !object.members.some(({ name }) => name === 'title')) added.set('title', '""');
	if (variants !== undefined) {
		added.set('df_variants', `[${variants.map((variant) => toVariantText(variant, variantFields)).join(',')}]`);
	}
	if (resultFields === undefined) return overlayMembers(text, object, added);
	const picked = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of object.members) {
		if (resultFields.has(name) || alwaysSent.has(name)) picked.set(name, text.slice(valueStart, valueEnd));
	}
	for (const [name, literal] of added) {
		if (resultFields.has(name) || alwaysSent.has(name) || more.has(name)) picked.set(name, literal);
	}
	return toObjectText(picked);
}

function toVariantText(text: string, fieldNames: readonly string[]): string {
	const picked = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of findJsonMembers(text).members) {
		if (fieldNames.includes(name)) picked.set(name, text.slice(valueStart, valueEnd));
	}
	return toObjectText(picked);
}
