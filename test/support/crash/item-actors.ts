/** Clients that write items: one at a time, and a hundred at a time. */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Answer, Api, Json } from '../api.ts';
import { type Actor, expectStatus } from './actor.ts';
import { createExpectation } from './expectation.ts';
import { blockIds, readBlock, readMarkers } from './item-reading.ts';

const singleIdCount = 20;

/** Creates, changes and deletes single items under ids of its own, some of which need encoding in a path. */
export function createSingleWriter(index: string, name: string): Actor {
	const ids = Array.from({ length: singleIdCount }, (_, number) => `${name}${number % 2 ? '/a b+ü' : '-'}${number}`);
	const expectations = new Map(ids.map((id) => [id, createExpectation<string | undefined>(undefined)]));
	const items = `${index}/items`;
	let writeCount = 0;

	async function step(api: Api, random: SeededRandom): Promise<void> {
		const id = random.pick(ids);
		const expectation = expectations.get(id);
		assert(expectation);
		const path = `${items}/${encodeURIComponent(id)}`;
		writeCount += 1;
		const marker = `${name}-w${writeCount}`;
		const isThere = expectation.state !== undefined;
		const kind = random.pickWeighted(['create', 'update', 'delete'], [4, 3, 2]);
		if (kind === 'create') {
			const body = { id, marker, price: writeCount };
			await expectation.write(marker, async () => {
				const { json } = await expectStatus(api, 201, items, { method: 'POST', body });
				assert.equal(json.marker, marker);
			});
		} else if (!isThere) {
			const method = kind === 'update' ? 'PATCH' : 'DELETE';
			await expectStatus(api, 404, path, { method, ...(kind === 'update' ? { body: { marker } } : {}) });
		} else if (kind === 'update') {
			await expectation.write(marker, async () => {
				const { json } = await expectStatus(api, 200, path, { method: 'PATCH', body: { marker } });
				assert.equal(json.marker, marker);
			});
		} else {
			await expectation.write(undefined, async () => void (await expectStatus(api, 204, path, { method: 'DELETE' })));
		}
	}

	return {
		name,
		step,
		async check(api) {
			const markers = await readMarkers(api, items, ids);
			for (const [path, id] of ids.entries()) expectations.get(id)?.settle(`item ${id}`, markers[path]);
		},
	};
}

/** Writes the same hundred items repeatedly: after a crash, all of them or none may have changed. */
export function createBulkWriter(index: string, name: string): Actor {
	const ids = blockIds(name);
	const expectation = createExpectation<string | null>(null);
	let writeCount = 0;

	async function step(api: Api, random: SeededRandom): Promise<void> {
		writeCount += 1;
		const marker = `${name}-w${writeCount}`;
		const kind = random.pickWeighted(['put', 'merge', 'delete'] as const, [5, 3, 2]);
		// Above 128 kB a body is parsed by a thread of its own.
		const padding = random.chance(0.2) ? { padding: 'p'.repeat(2000) } : {};
		if (kind === 'put')
			await expectation.write(marker, () => sendBulk(api, index, 'POST', ids, { marker, ...padding }));
		else if (expectation.state === null) return;
		else if (kind === 'merge') await expectation.write(marker, () => sendBulk(api, index, 'PATCH', ids, { marker }));
		else await expectation.write(null, () => sendBulk(api, index, 'DELETE', ids));
	}

	return {
		name,
		step,
		check: async (api) => expectation.settle(`block ${name}`, await readBlock(api, `${index}/items`, ids)),
	};
}

/** A bulk write in which no item may fail. @param path an index, or its temporary index. */
export async function sendBulk(
	api: Api,
	path: string,
	method: 'POST' | 'PATCH' | 'DELETE',
	ids: readonly string[],
	fields: object = {},
): Promise<void> {
	const body = ids.map((id) => ({ id, ...fields }));
	const answer: Answer = await expectStatus(api, 200, `${path}/items/_bulk`, { method, body });
	assert.equal(answer.json.errors, false);
	assert.deepEqual(
		answer.json.results.map((result: Json) => result.id),
		ids,
	);
}
