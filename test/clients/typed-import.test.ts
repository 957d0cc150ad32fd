/** Imports through the typed client, into a real server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ImportProgress, Refusal } from '../../web/client/import-items.ts';
import { createManagementClient, type ManagementClient } from '../../web/client/management.ts';
import { VitrineError } from '../../web/client/vitrine-error.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let management: ManagementClient;
let hashid: string;
let indexCount = 0;

before(async () => {
	server = await startServer();
	management = createManagementClient({ url: server.url, key: server.firstRun?.key ?? '' });
	({ hashid } = await management.engines.create({ name: 'Imports', currency: 'EUR' }));
});
after(() => server?.[Symbol.asyncDispose]());

async function createIndex() {
	indexCount += 1;
	const target = { hashid, name: `import_${indexCount}` };
	await management.indices.create(hashid, { name: target.name, preset: 'product' });
	return target;
}

async function* generate(count: number) {
	for (let id = 0; id < count; id += 1) yield { id, title: `Item ${id}`, price: id };
}

async function readTitles(target: { hashid: string; name: string }): Promise<readonly unknown[]> {
	const titles: unknown[] = [];
	for await (const { title } of management.items.scroll(target)) titles.push(title);
	return titles;
}

describe('an import', () => {
	it('writes every item of a stream, and tells how far it is', async () => {
		const target = await createIndex();
		const steps: ImportProgress[] = [];
		const result = await management.importItems(target, generate(1234), { onProgress: (step) => steps.push(step) });
		assert.deepEqual(result, { written: 1234, refused: 0, refusals: [] });
		assert.equal(await management.items.count(target), 1234);
		assert.equal(steps.length, 13);
		assert.deepEqual(steps.at(-1), { written: 1234, refused: 0 });
	});

	it('reports refused items with their index in the source, and writes the others', async () => {
		const target = await createIndex();
		const source = Array.from({ length: 250 }, (_, index) => ({
			id: `i${index}`,
			price: index % 100 === 7 ? 'on request' : index,
			text: index === 120 ? 'x'.repeat(5_000) : '',
		}));
		const told: Refusal[] = [];
		const options = { bulkBytesMax: 4_000, onRefused: (refusal: Refusal) => told.push(refusal) };
		const { written, refused, refusals } = await management.importItems(target, source, options);
		assert.deepEqual([written, refused], [246, 4]);
		assert.deepEqual(
			refusals.map(({ index }) => index).toSorted((a, b) => a - b),
			[7, 107, 120, 207],
		);
		assert.deepEqual(told, refusals);
		for (const { index, id, error } of refusals) {
			assert.equal(id, `i${index}`);
			assert.match(error, index === 120 ? /larger than 4000 bytes/ : /price must be a number/);
		}
	});

	it('keeps the last of several items with one id, however many bulks are under way', async () => {
		const target = await createIndex();
		const source = Array.from({ length: 300 }, (_, index) => ({ id: index % 3, title: `Version ${index}` }));
		await management.importItems(target, source, { bulkItemsMax: 2, bulksInFlightMax: 8 });
		assert.deepEqual((await readTitles(target)).toSorted(), ['Version 297', 'Version 298', 'Version 299']);
	});

	it('replaces an index by what the source has', async () => {
		const target = await createIndex();
		await management.importItems(target, [{ id: 'old', title: 'Old' }]);
		await management.importItems(target, [{ id: 'new', title: 'New' }], { replace: true });
		assert.deepEqual(await readTitles(target), ['New']);
	});

	const failing: Readonly<
		Record<string, { source: () => AsyncGenerator | readonly object[]; refusedMax?: number; error: RegExp }>
	> = {
		'the source is empty': { source: () => [], error: /No item was written/ },
		'too many items are refused': {
			source: () => [{ price: 'a' }, { price: 'b' }, {}],
			refusedMax: 1,
			error: /More than 1 items/,
		},
		'the source fails': {
			source: async function* () {
				yield { id: 'new' };
				throw new Error('the feed broke off');
			},
			error: /the feed broke off/,
		},
	};
	for (const [what, { source, refusedMax, error }] of Object.entries(failing)) {
		it(`leaves the live index and no lock where ${what}`, async () => {
			const target = await createIndex();
			await management.importItems(target, [{ id: 'old', title: 'Old' }]);
			const options = { replace: true, ...(refusedMax === undefined ? {} : { refusedMax }) };
			await assert.rejects(management.importItems(target, source() as never, options), error);
			assert.deepEqual(await readTitles(target), ['Old']);
			assert.equal((await management.engines.read(hashid)).locked, false);
		});
	}

	it('replaces nothing where what is called before throws, and leaves no temporary index', async () => {
		const target = await createIndex();
		await management.importItems(target, generate(3));
		const counted: number[] = [];
		const beforeReplacing = ({ written }: ImportProgress) => {
			counted.push(written);
			throw new Error('too few');
		};
		const importing = management.importItems(target, generate(1), { replace: true, beforeReplacing });
		await assert.rejects(importing, { message: 'too few' });
		assert.deepEqual(counted, [1]);
		assert.equal(await management.items.count(target), 3);
		await management.temporary.create(target);
		await management.temporary.remove(target);
	});

	it('leaves no temporary index that locks the search engine where it ends while that is being created', async () => {
		const target = await createIndex();
		const ending = new AbortController();
		const cancelling = createManagementClient({
			url: server.url,
			key: server.firstRun?.key ?? '',
			async fetch(address, init = {}) {
				const isCreation = init.method === 'POST' && String(address).endsWith('/temp');
				// The server gets the call, whatever becomes of it here.
				const answer = await fetch(address, { ...init, signal: null });
				if (isCreation) ending.abort(new Error('enough'));
				init.signal?.throwIfAborted();
				return answer;
			},
		});
		const importing = cancelling.importItems(target, generate(10), { replace: true, signal: ending.signal });
		await assert.rejects(importing, /enough/);
		await createIndex();
	});

	it('ends where its signal says so, with the reason of the signal', async () => {
		const target = await createIndex();
		const ending = new AbortController();
		const options = { replace: true, signal: ending.signal, onProgress: () => ending.abort(new Error('enough')) };
		await assert.rejects(management.importItems(target, generate(10_000), options), /enough/);
		assert.equal(await management.items.count(target), 0);
		assert.equal((await management.engines.read(hashid)).locked, false);
	});

	it('fails with the code of a call that fails', async () => {
		const target = { hashid, name: 'missing' };
		await assert.rejects(
			management.importItems(target, generate(500)),
			(error) => error instanceof VitrineError && error.code === 'not_found',
		);
	});
});
