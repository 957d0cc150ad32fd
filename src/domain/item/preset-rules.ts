/**
 * The fields of an item that have a meaning to the service: what they may hold, and which others are derived from them.
 *
 *     every preset       df_manual_boost, group_id = df_grouping_id, group_leader = df_group_leader
 *     preset product     price, sale_price → best_price, categories, title, link, image_link
 *
 * All other fields are the shop's own and may hold any JSON.
 */
import type { JsonFault, JsonMember } from '../../lib/json-scanner.ts';
import { isWithinBytes } from '../../lib/utf8.ts';
import type { PriceFormat } from '../price/price-format.ts';
import type { Preset } from '../search-engine/search-engine.ts';
import { toBestPrice } from './best-price.ts';
import { itemIdBytesMax } from './item.ts';
import { readItemId } from './item-id.ts';
import { findNumberProblem, findPriceProblem, isNumberLiteral } from './item-numbers.ts';
import type { Literals } from './item-text.ts';

/** The rules for an item: the preset of its index, and how its search engine writes prices. */
export interface ItemRules {
	readonly preset: Preset;
	readonly priceFormat: PriceFormat;
}

/** Literals of the members that have rules, by name, in the order of the text. */
export type KnownFields = Literals;

/** Returns what is wrong with a literal; undefined when it is valid. */
type Check = (literal: string, format: PriceFormat) => string | undefined;

const checksOfEveryPreset: ReadonlyMap<string, Check> = new Map<string, Check>([
	['id', () => undefined],
	['df_manual_boost', findNumberProblem],
	['group_id', checkGroupId],
	['df_grouping_id', checkGroupId],
	['group_leader', checkFlag],
	['df_group_leader', checkFlag],
]);

const checksOfProducts: ReadonlyMap<string, Check> = new Map<string, Check>([
	...checksOfEveryPreset,
	['price', findPriceProblem],
	['sale_price', findPriceProblem],
	['best_price', findPriceProblem],
	['categories', checkCategories],
	['title', checkText],
	['link', checkText],
	['image_link', checkText],
]);

/** The two spellings of the group's id. */
export const groupIdNames: readonly [string, string] = ['group_id', 'df_grouping_id'];

/** Pairs of names for the same field: whichever is sent, both are stored. */
const twins: readonly (readonly [string, string])[] = [groupIdNames, ['group_leader', 'df_group_leader']];

/** Selects the members that have rules from an item and checks them. @returns the first fault if there is one */
export function readKnownFields(
	text: string,
	members: readonly JsonMember[],
	{ preset, priceFormat }: ItemRules,
): KnownFields | { readonly fault: JsonFault } {
	const checks = preset === 'product' ? checksOfProducts : checksOfEveryPreset;
	const fields = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of members) {
		const check = checks.get(name);
		if (check === undefined) continue;
		const literal = text.slice(valueStart, valueEnd);
		const reason = check(literal, priceFormat);
		if (reason !== undefined) return { fault: { path: name, reason } };
		fields.set(name, literal);
	}
	const fault = findTwinFault(fields);
	return fault === undefined ? fields : { fault };
}

/**
 * The members to set in an item that is stored as a whole: those that are missing, and those whose value from the shop
 * is replaced.
 */
export function toDerivedFields(fields: KnownFields, { preset, priceFormat }: ItemRules): Map<string, string> {
	const derived = new Map<string, string>();
	addTwins(fields, derived);
	if (preset !== 'product') return derived;
	if ((fields.get('categories') ?? 'null') === 'null') derived.set('categories', '[]');
	const bestPrice = toBestPrice(fields, priceFormat);
	if (bestPrice !== undefined) derived.set('best_price', bestPrice);
	return derived;
}

/** The same for a patch, except the best price, which depends on prices that only the stored item may have. */
export function toDerivedPatch(fields: KnownFields, preset: Preset): Map<string, string> {
	const derived = new Map<string, string>();
	addTwins(fields, derived);
	if (preset === 'product' && fields.get('categories') === 'null') derived.set('categories', '[]');
	return derived;
}

/** The group of an item; null when it has none. An empty group id means none, as it would group unrelated items. */
export function toGroupId(fields: KnownFields): string | null {
	return readGroupId(findPresent(fields, groupIdNames) ?? 'null');
}

function readGroupId(literal: string): string | null {
	if (literal === 'null') return null;
	const reading = readItemId(literal);
	return 'id' in reading ? reading.id : null;
}

/** Whether any of the twins was sent, as in few items. */
function hasTwins(fields: KnownFields): boolean {
	return twins.some(([name, twin]) => fields.has(name) || fields.has(twin));
}

function findTwinFault(fields: KnownFields): JsonFault | undefined {
	if (!hasTwins(fields)) return undefined;
	for (const [name, twin] of twins) {
		const literal = findPresent(fields, [name]);
		const twinLiteral = findPresent(fields, [twin]);
		if (literal === undefined || twinLiteral === undefined || literal === twinLiteral) continue;
		const isSame = name === groupIdNames[0] && readGroupId(literal) === readGroupId(twinLiteral);
		if (!isSame) return { path: name, reason: `differs from ${twin}, which is the same field in another spelling` };
	}
	return undefined;
}

/** The first of the fields with a value: null and an empty group id do not count. */
function findPresent(fields: KnownFields, names: readonly string[]): string | undefined {
	for (const name of names) {
		const literal = fields.get(name);
		if (literal !== undefined && literal !== 'null' && literal !== '""') return literal;
	}
	return undefined;
}

function addTwins(fields: KnownFields, derived: Map<string, string>): void {
	if (!hasTwins(fields)) return;
	for (const names of twins) {
		const present = findPresent(fields, names);
		// A group id that was sent as a number is stored as a string, as item ids are.
		const value = present !== undefined && isNumberLiteral(present) ? JSON.stringify(readGroupId(present)) : present;
		const literal = value ?? fields.get(names[0]) ?? fields.get(names[1]);
		if (literal === undefined) continue;
		for (const name of names) {
			const own = value === undefined ? fields.get(name) : findPresent(fields, [name]);
			if (own === undefined || isNumberLiteral(own)) derived.set(name, literal);
		}
	}
}

function isString(literal: string): boolean {
	return literal.charCodeAt(0) === 0x22;
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
