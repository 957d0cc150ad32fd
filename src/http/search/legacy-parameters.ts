/**
 * Translates parameters of version 5 of the search API to version 6: the same parameters have older names.
 *
 *     search   type[0]=product                          indices
 *     stats    id + datatype                            dfid
 *              item_id, datatype, img_id                id, index, id
 */

import type { EventItem } from '../../domain/event/shopper-event.ts';
import { formatDfid, parseDfid, toItemKey } from '../../domain/item/dfid.ts';
import { hitsPerPageMax } from '../../domain/query/query-limits.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { listTexts, type ParameterNode, readText } from '../server/parameter-node.ts';

/** A parameter that is also given under its new name keeps that value. */
function rename(root: ParameterNode, names: Readonly<Record<string, string>>): ParameterNode {
	const children = new Map(root.children);
	for (const [from, to] of Object.entries(names)) {
		const node = children.get(from);
		if (node !== undefined && !children.has(to)) children.set(to, node);
	}
	return { values: root.values, children };
}

export function toSearchParameters(root: ParameterNode): ParameterNode {
	return rename(root, { type: 'indices' });
}

/** A click names the item by its dfid, or by its id and index. */
export function toClickParameters(root: ParameterNode, hashid: string): ParameterNode {
	const id = readText(root, 'id');
	const indexName = readText(root, 'datatype');
	if (readText(root, 'dfid') || !id || !indexName) return root;
	const dfid = formatDfid({ hashid, indexName, itemKey: toItemKey(id) });
	return {
		values: root.values,
		children: new Map([...root.children, ['dfid', { values: [dfid], children: new Map() }]]),
	};
}

export function toImageParameters(root: ParameterNode): ParameterNode {
	return rename(root, { img_id: 'id' });
}

/** The title is optional in version 5; the id replaces a missing one. */
export function toCartParameters(root: ParameterNode): ParameterNode {
	return rename(rename(root, { item_id: 'id', datatype: 'index' }), { item_id: 'title' });
}

/**
 * The items of `items`, undefined when there is no such parameter. Items of other engines and invalid dfids are left out.
 * @throws {FailureError} `invalid` when there are more than a page may have.
 */
export function parseItems(root: ParameterNode, hashid: string): readonly EventItem[] | undefined {
	const node = root.children.get('items');
	if (node === undefined) return undefined;
	const texts = listTexts(node);
	if (texts.length > hitsPerPageMax) {
		const message = `Bad request, bad items: there are more than ${hitsPerPageMax}`;
		throw new FailureError(fail('invalid', { message }).failure);
	}
	return texts.flatMap((text) => {
		const dfid = parseDfid(text.toLowerCase());
		return dfid?.hashid === hashid ? [{ indexName: dfid.indexName, itemKey: dfid.itemKey }] : [];
	});
}
