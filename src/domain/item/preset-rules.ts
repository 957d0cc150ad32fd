/**
 * The fields of an item that mean something to us: what they may hold, and which others follow from them.
 *
 *     every preset       df_manual_boost, group_id = df_grouping_id, group_leader = df_group_leader
 *     preset product     price, sale_price → best_price, categories, title, link, image_link
 *
 * All other fields are the shop's own and hold any JSON.
 */
import type { JsonFault, JsonMember } from '../../lib/json-scanner.ts';
import { isWithinBytes } from '../../lib/utf8.ts';
import type { Preset } from '../search-engine/search-engine.ts';
import { itemIdBytesMax } from './item.ts';
import { readItemId } from './item-id.ts';

/** Literals of the members that have rules, by name, in the order of the text. */
export type KnownFields = ReadonlyMap<string, string>;

/** Says what is wrong with a literal; undefined when nothing is. */
type Check = (literal: string) => string | undefined;

const checksOfEveryPreset: ReadonlyMap<string, Check> = new Map<string, Check>([
	['id', () => undefined],
	['df_manual_boost', checkAmount],
	['group_id', checkGroupId],
	['df_grouping_id', checkGroupId],
	['group_leader', checkFlag],
	['df_group_leader', checkFlag],
]);

const checksOfProducts: ReadonlyMap<string, Check> = new Map<string, Check>([
	...checksOfEveryPreset,
	['price', checkAmount],
	['sale_price', checkAmount],
	['best_price', () => undefined],
	['categories', checkCategories],
	['title', checkText],
	['link', checkText],
	['image_link', checkText],
]);

/** The two spellings of the group's id. */
export const groupIdNames: readonly [string, string] = ['group_id', 'df_grouping_id'];

/** Two spellings of one field each: whichever is sent, both are kept. */
const twins: readonly (readonly [string, string])[] = [groupIdNames, ['group_leader', 'df_group_leader']];

/** Picks the members that have rules out of an item and checks them. @returns the first fault when there is one. */
export function readKnownFields(
	text: string,
	members: readonly JsonMember[],
	preset: Preset,
): KnownFields | { readonly fault: JsonFault } {
	const checks = preset === 'product' ? checksOfProducts : checksOfEveryPreset;
	const fields = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of members) {
		const check = checks.get(name);
		if (check === undefined) continue;
		const literal = text.slice(valueStart, valueEnd);
		const reason = check(literal);
		if (reason !== undefined) return { fault: { path: name, reason } };
		fields.set(name, literal);
	}
	const fault = findTwinFault(fields);
	return fault === undefined ? fields : { fault };
}

/** The members to set in an item that is stored whole: those it lacks, and those that hold what we do not take from the shop. */
export function toDerivedFields(fields: KnownFields, preset: Preset): Map<string, string> {
	const derived = new Map<string, string>();
	addTwins(fields, derived);
	if (preset !== 'product') return derived;
	if ((fields.get('categories') ?? 'null') === 'null') derived.set('categories', '[]');
	addBestPrice(fields, derived);
	return derived;
}

/**
 * The same for a patch. What a best price is depends on prices that only the stored item may have: one that was sent is
 * left out (null in the result), and `toMergedBestPrice` adds it when the patch is laid over the item.
 */
export function toDerivedPatch(fields: KnownFields, preset: Preset): Map<string, string | null> {
	const derived = new Map<string, string | null>();
	addTwins(fields, derived);
	if (preset !== 'product') return derived;
	if (fields.get('categories') === 'null') derived.set('categories', '[]');
	if (fields.has('best_price')) derived.set('best_price', null);
	return derived;
}

/** The fields that decide on the best price of a product: the prices, and what stands there as the best of them. */
export const bestPriceNames: readonly string[] = ['price', 'sale_price', 'best_price'];

/** The best price of a product whose `bestPriceNames` are these after a merge; nothing when it is right already. */
export function toMergedBestPrice(fields: KnownFields): ReadonlyMap<string, string> {
	const derived = new Map<string, string>();
	addBestPrice(fields, derived);
	return derived;
}

/** The group an item belongs to; null when it names none. An empty group id names none: it would join strangers. */
export function toGroupId(fields: KnownFields): string | null {
	const [name, twin] = groupIdNames;
	return readGroupId(fields.get(name) ?? fields.get(twin) ?? 'null');
}

function readGroupId(literal: string): string | null {
	if (literal === 'null') return null;
	const reading = readItemId(literal);
	return 'id' in reading ? reading.id : null;
}

function findTwinFault(fields: KnownFields): JsonFault | undefined {
	for (const [name, twin] of twins) {
		const literal = fields.get(name);
		const twinLiteral = fields.get(twin);
		if (literal === undefined || twinLiteral === undefined || literal === twinLiteral) continue;
		const isSame = name === groupIdNames[0] && readGroupId(literal) === readGroupId(twinLiteral);
		if (!isSame) return { path: name, reason: `differs from ${twin}, which is the same field in another spelling` };
	}
	return undefined;
}

function addTwins(fields: KnownFields, derived: Map<string, string | null>): void {
	for (const [name, twin] of twins) {
		const literal = fields.get(name);
		const twinLiteral = fields.get(twin);
		if (literal !== undefined && twinLiteral === undefined) derived.set(twin, literal);
		if (literal === undefined && twinLiteral !== undefined) derived.set(name, twinLiteral);
	}
}

/** The lower of the prices there are, in the shop's own digits; a sent best price that says the same number stays. */
function addBestPrice(fields: KnownFields, derived: Map<string, string>): void {
	const price = fields.get('price') ?? 'null';
	const salePrice = fields.get('sale_price') ?? 'null';
	const isSaleBest = price === 'null' || (salePrice !== 'null' && Number(salePrice) < Number(price));
	const best = isSaleBest ? salePrice : price;
	const sent = fields.get('best_price');
	if (sent === best) return;
	const isSameNumber = sent !== undefined && isNumber(sent) && Number(sent) === Number(best);
	if (!isSameNumber) derived.set('best_price', best);
}

function isNumber(literal: string): boolean {
	const code = literal.charCodeAt(0);
	return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function isString(literal: string): boolean {
	return literal.charCodeAt(0) === 0x22;
}

function checkAmount(literal: string): string | undefined {
	if (literal === 'null') return undefined;
	if (!isNumber(literal)) return 'must be a number or null';
	return Number(literal) >= 0 ? undefined : 'must be greater than or equal to 0';
}

function checkText(literal: string): string | undefined {
	return literal === 'null' || isString(literal) ? undefined : 'must be a string or null';
}

function checkFlag(literal: string): string | undefined {
	return literal === 'null' || literal === 'true' || literal === 'false' ? undefined : 'must be true, false or null';
}

function checkGroupId(literal: string): string | undefined {
	if (literal === 'null' || literal === '""') return undefined;
	if (isString(literal) && isWithinBytes(literal, itemIdBytesMax)) return undefined;
	const reading = readItemId(literal);
	return 'id' in reading ? undefined : reading.reason;
}

function checkCategories(literal: string): string | undefined {
	if (literal === 'null' || isString(literal)) return undefined;
	const isList = literal.startsWith('[');
	const isListOfStrings =
		isList && (JSON.parse(literal) as unknown[]).every((category) => typeof category === 'string');
	return isListOfStrings ? undefined : 'must be a string or an array of strings';
}
