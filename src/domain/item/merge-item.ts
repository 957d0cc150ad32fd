/** Merges a patch into a stored item, at the level of text. */
import assert from 'node:assert/strict';
import { type JsonEntry, membersPerObjectMax, scanJson } from '../../lib/json-scanner.ts';
import { isWithinBytes } from '../../lib/utf8.ts';
import { bestPriceNames, toPatchedBestPrice } from './best-price.ts';
import { itemBytesMax } from './item.ts';
import { type Literals, overlayMembers } from './item-text.ts';
import { groupIdNames, type ItemRules, toGroupId } from './preset-rules.ts';

/** The item after the merge and its group, or why it cannot be merged. */
export type MergedItem = { readonly text: string; readonly groupId: string | null } | { readonly error: string };

/**
 * The stored item `currentText` with the top-level fields of `patch` replacing its own. Fields keep their order, new
 * ones come last, and whatever the patch does not name keeps its bytes.
 *
 * Both texts come from `parseItem` or `parseItemBatch`, so they are valid objects. `patch` already has its derived
 * fields, except the best price of a product, which is computed here from the prices of both. Cost: O(currentText +
 * patch). Throws an AssertionError when a text is not a valid object.
 */
export function mergeItem(currentText: string, patch: string, { preset, priceFormat }: ItemRules): MergedItem {
	const current = scanObject(currentText);
	const literals = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of scanObject(patch).members) {
		literals.set(name, patch.slice(valueStart, valueEnd));
	}
	if (preset === 'product' && bestPriceNames.some((name) => literals.has(name))) {
		const stored = pickFields(bestPriceNames, currentText, current);
		const bestPrice = toPatchedBestPrice(stored, literals, priceFormat);
		if (bestPrice !== undefined) literals.set('best_price', bestPrice);
	}
	const text = overlayMembers(currentText, current, literals);
	if (!isWithinBytes(text, itemBytesMax)) return { error: `the item would be longer than ${itemBytesMax} bytes` };
	if (!isWithinFieldLimit(current, literals)) {
		return { error: `the item would have more than ${membersPerObjectMax} fields` };
	}
	const groupIds = new Map([...pickFields(groupIdNames, currentText, current), ...literals]);
	return { text, groupId: toGroupId(groupIds) };
}

function isWithinFieldLimit(current: JsonEntry, literals: Literals): boolean {
	if (current.members.length + literals.size <= membersPerObjectMax) return true;
	const names = new Set(literals.keys());
	for (const { name } of current.members) names.add(name);
	return names.size <= membersPerObjectMax;
}

/** The members by these names. */
function pickFields(names: readonly string[], text: string, { members }: JsonEntry): Map<string, string> {
	const fields = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of members) {
		if (names.includes(name)) fields.set(name, text.slice(valueStart, valueEnd));
	}
	return fields;
}

function scanObject(text: string): JsonEntry {
	const [object] = scanJson(text).entries;
	assert(object?.kind === 'object' && object.fault === undefined, 'a stored item is a clean JSON object');
	return object;
}
