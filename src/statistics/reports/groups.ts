/** Numbers groups of rows by their keys, in the order in which they are first found. */

import { createKeyGroups, type Groups } from './key-groups.ts';
import { createPairGroups } from './pair-groups.ts';

export function createGroups(keyCount: 0 | 1 | 2): Groups {
	if (keyCount === 0) return createSingleGroup();
	return keyCount === 1 ? createKeyGroups() : createPairGroups();
}

/** All rows are in it, and it is there without any. */
function createSingleGroup(): Groups {
	const none = new Float64Array(1);
	return {
		count: 1,
		find: () => 0,
		findRows: (rows, _, found) => void found.fill(0, 0, rows.length),
		findKnown: (_, { from, to }, found) => void found.fill(0, from, to),
		keys: () => none,
		release: () => undefined,
	};
}
