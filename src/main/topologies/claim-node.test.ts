import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { NodeClaim } from '../../domain/health/cluster-node.ts';
import { claimNode, type NodeRegistry } from './claim-node.ts';

/** A registry that knows these nodes, and a directory with a search index. */
async function open(t: TestContext, known: Readonly<Record<string, 'claimed' | 'taken'>>, fileText?: string) {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-node-'));
	t.after(() => rm(directory, { recursive: true }));
	await mkdir(join(directory, 'search', '7'), { recursive: true });
	await mkdir(join(directory, 'search', 'queries'));
	if (fileText !== undefined) await writeFile(join(directory, 'node-id'), fileText);
	const added: NodeClaim[] = [];
	const nodes: NodeRegistry = {
		claim: async ({ id }) => known[id] ?? 'unknown',
		add: async (claim) => void added.push(claim),
	};
	return { directory, nodes, added, hasIndex: () => existsSync(join(directory, 'search', '7')) };
}

const readId = (directory: string) => readFile(join(directory, 'node-id'), 'utf8');

test('a node keeps its id and its indexes', async (t) => {
	const { directory, nodes, hasIndex } = await open(t, { ab12: 'claimed' }, 'ab12\n');
	const [one, other] = [await claimNode(nodes, directory, ''), await claimNode(nodes, directory, '')];
	assert.deepEqual([one.id, other.id, hasIndex()], ['ab12', 'ab12', true]);
	assert.notEqual(one.instance, other.instance);
});

test('the one server that a database had takes over its positions', async (t) => {
	const { directory, nodes, hasIndex } = await open(t, { fulltext: 'claimed' });
	const { id } = await claimNode(nodes, directory, '');
	assert.deepEqual([id, await readId(directory), hasIndex()], ['fulltext', 'fulltext\n', true]);
});

test('a node that was forgotten, a copy, and one whose file is damaged begin anew, without indexes', async (t) => {
	for (const [known, fileText] of [
		[{}, 'ab12\n'],
		[{ ab12: 'taken' }, 'ab12\n'],
		[{}, '../../etc/passwd'],
	] as const) {
		const { directory, nodes, added, hasIndex } = await open(t, known, fileText);
		const { id } = await claimNode(nodes, directory, '');
		assert.match(id, /^[0-9a-f]{16}$/);
		assert.deepEqual([added.map((claim) => claim.id), await readId(directory)], [[id], `${id}\n`]);
		assert.equal(hasIndex(), false);
		assert(existsSync(join(directory, 'search', 'queries')), 'what is no index of items stays');
	}
});
