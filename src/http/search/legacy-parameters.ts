/**
 * Version 5 of the search API in the words of version 6: the same parameters under older names.
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

/** A parameter keeps its own name where it is given under that as well. */
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

/** The item of a click is named by its dfid, or by its id and the index that it is in. */
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

/** A title is optional there; the id is what is known then. */
export function toCartParameters(root: ParameterNode): ParameterNode {
	return rename(rename(root, { item_id: 'id', datatype: 'index' }), { item_id: 'title' });
}

/**
 * The items of `items`, undefined when there is no such parameter. Another engine's items, and what is no dfid, are none.
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
