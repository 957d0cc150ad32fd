import { hash } from 'node:crypto';
import { toWideKey, type WideKey } from './key-table.ts';

const tags = { session: 0, user: 1 } as const;

/** The key of a session or a user: a digest, so that a snapshot does not contain ids. About a microsecond. */
export function toShopperKey(kind: keyof typeof tags, id: string): WideKey {
	return toWideKey(hash('sha256', id), tags[kind]);
}
