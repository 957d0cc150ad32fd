/**
 * As which node does this process run? As the one of its data directory, unless the database has forgotten that one or a
 * copy of the directory runs already: then as a new one, which begins without search indexes.
 *
 *     node-id ─ claimed ───────────────────────────────────────────────► node
 *     none, unknown, taken ─► indexes removed ─► registered ─► node-id ─► node
 *
 * Killed anywhere, the next start does the same again.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { makeNodeId, readNodeId, writeNodeId } from '../../adapters/data-directory/node-file.ts';
import type { NodeClaim, NodeIdentity } from '../../domain/health/cluster-node.ts';
import { version } from '../version.ts';

export interface NodeRegistry {
	claim(claim: NodeClaim): Promise<'claimed' | 'unknown' | 'taken'>;
	add(claim: NodeClaim): Promise<void>;
}

/** As migrations call the one process that a database had before there were nodes. */
const firstNodeId = 'fulltext';
/** Of the file of texts, and of those that SQLite has beside it. */
export const textFileName = 'texts.db';
const generationNamePattern = /^\d+$/;

/** @param directory of the zone */
export async function claimNode(nodes: NodeRegistry, directory: string, serverKeys: string): Promise<NodeIdentity> {
	const indexes = join(directory, 'search');
	const own = { instance: randomUUID(), home: `${hostname()}:${resolve(directory)}`, version, serverKeys };
	const id = (await readNodeId(directory)) ?? (existsSync(indexes) ? firstNodeId : undefined);
	if (id !== undefined && (await nodes.claim({ ...own, id })) === 'claimed') {
		await writeNodeId(directory, id);
		return { ...own, id };
	}
	await removeIndexes(indexes);
	const claim = { ...own, id: makeNodeId() };
	await nodes.add(claim);
	await writeNodeId(directory, claim.id);
	return claim;
}

async function removeIndexes(directory: string): Promise<void> {
	const names = existsSync(directory) ? await readdir(directory) : [];
	for (const name of names) {
		if (generationNamePattern.test(name) || name.startsWith(textFileName))
			await rm(join(directory, name), { recursive: true, force: true });
	}
}
