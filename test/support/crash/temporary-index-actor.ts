/**
 * A client that re-fills an index through its temporary index, by hand or by a copy of the live items.
 *
 *     free ──create──► temporary ──(bulk writes, copy)──┬─replace──► free, the temporary items are the live ones
 *                                                       └─delete───► free, as before
 *
 * Items are in blocks of 100 that are written together, each with one marker, so that a state is a list of markers.
 */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Api } from '../api.ts';
import { waitFor } from '../wait-for.ts';
import { type Actor, expectStatus } from './actor.ts';
import { createExpectation } from './expectation.ts';
import { sendBulk } from './item-actors.ts';
import { blockIds, readBlock, scrollAll } from './item-reading.ts';

/** A marker per block; null: no item of the block exists. */
type Blocks = readonly (string | null)[];
/** As `Blocks`; undefined: nothing was written to this block in the temporary index. */
type Overlay = readonly (string | null | undefined)[];

interface State {
	readonly live: Blocks;
	readonly temporary: TemporaryState | undefined;
}

interface TemporaryState {
	readonly overlay: Overlay;
	readonly isCopyStarted: boolean;
}

export interface TemporaryIndexActorOptions {
	readonly engine: string;
	readonly indexName: string;
	readonly blockCount: number;
	readonly hasCopies: boolean;
}

export function createTemporaryIndexActor(options: TemporaryIndexActorOptions): Actor {
	const { engine, indexName, blockCount, hasCopies } = options;
	const index = `${engine}/indices/${indexName}`;
	const temp = `${index}/temp`;
	const blocks = Array.from({ length: blockCount }, (_, number) => blockIds(`${indexName}${number}`));
	const nothing: Blocks = blocks.map(() => null);
	const expectation = createExpectation<State>({ live: nothing, temporary: undefined });
	/** As the server reported; after a crash it is unknown and asked again. */
	let isCopyDone = false;
	let writeCount = 0;

	function nextMarker(): string {
		writeCount += 1;
		return `${indexName}-w${writeCount}`;
	}

	async function writeLive(api: Api, random: SeededRandom): Promise<void> {
		const { live } = expectation.state;
		const [number, marker] = [random.integer(0, blockCount - 1), nextMarker()];
		const next = { live: live.with(number, marker), temporary: undefined };
		await expectation.write(next, () => sendBulk(api, index, 'POST', idsOf(number), { marker }));
	}

	async function createTemporary(api: Api): Promise<void> {
		const temporary = { overlay: blocks.map(() => undefined), isCopyStarted: false };
		isCopyDone = false;
		await expectation.write({ ...expectation.state, temporary }, async () => {
			await expectStatus(api, 201, temp, { method: 'POST', body: [] });
		});
	}

	async function writeTemporary(api: Api, temporary: TemporaryState, random: SeededRandom) {
		const number = random.integer(0, blockCount - 1);
		// A copy must not bring back what was deleted here, whether it runs already or is started later.
		const isWritten = typeof temporary.overlay[number] === 'string';
		const isDelete = (isWritten || temporary.isCopyStarted) && random.chance(0.3);
		const marker = isDelete ? null : nextMarker();
		const next = { ...temporary, overlay: temporary.overlay.with(number, marker) };
		await expectation.write({ ...expectation.state, temporary: next }, () =>
			marker === null
				? sendBulk(api, temp, 'DELETE', idsOf(number))
				: sendBulk(api, temp, 'POST', idsOf(number), { marker }),
		);
	}

	async function startCopy(api: Api, temporary: TemporaryState): Promise<void> {
		await expectation.write({ ...expectation.state, temporary: { ...temporary, isCopyStarted: true } }, async () => {
			await expectStatus(api, 200, `${index}/_reindex_to_temp`, { method: 'POST', body: [] });
		});
	}

	async function replace(api: Api): Promise<void> {
		const live = toTemporaryBlocks(expectation.state) ?? nothing;
		await expectation.write({ live, temporary: undefined }, async () => {
			await expectStatus(api, 200, `${index}/_replace_by_temp`, { method: 'POST', body: [] });
		});
	}

	async function removeTemporary(api: Api): Promise<void> {
		await expectation.write({ ...expectation.state, temporary: undefined }, async () => {
			await expectStatus(api, 204, temp, { method: 'DELETE' });
		});
	}

	async function inspectCopy(api: Api): Promise<void> {
		const { json } = await expectStatus(api, 200, `${index}/_reindex_to_temp`);
		assert.ok(json.status === 'reindexing' || json.status === 'completed', json.status);
		isCopyDone = json.status === 'completed';
	}

	async function step(api: Api, random: SeededRandom): Promise<void> {
		const { temporary } = expectation.state;
		if (temporary === undefined) return random.chance(0.4) ? createTemporary(api) : writeLive(api, random);
		const steps: readonly [weight: number, run: () => Promise<void>][] = [
			[4, () => writeTemporary(api, temporary, random)],
			[1, () => checkLock(api, true)],
			...(temporary.isCopyStarted ? stepsOfCopy(api) : stepsWithoutCopy(api, temporary)),
			[0.5, () => removeTemporary(api)],
		];
		const weights = steps.map(([weight]) => weight);
		await random.pickWeighted(steps, weights)[1]();
	}

	function stepsOfCopy(api: Api): [weight: number, run: () => Promise<void>][] {
		return isCopyDone ? [[2, () => replace(api)]] : [[8, () => inspectCopy(api)]];
	}

	function stepsWithoutCopy(api: Api, temporary: TemporaryState): [weight: number, run: () => Promise<void>][] {
		return [
			[2, () => replace(api)],
			[hasCopies ? 3 : 0, () => startCopy(api, temporary)],
		];
	}

	/** Checks that the engine reports its lock, and acts accordingly. */
	async function checkLock(api: Api, isLocked: boolean): Promise<void> {
		const { json } = await expectStatus(api, 200, engine);
		assert.equal(json.locked, isLocked, 'locked');
		await expectStatus(api, isLocked ? 409 : 200, engine, { method: 'PATCH', body: { name: json.name } });
		const absent = encodeURIComponent('never there');
		await expectStatus(api, isLocked ? 409 : 404, `${index}/items/${absent}`, { method: 'DELETE' });
	}

	async function hasTemporary(api: Api): Promise<boolean> {
		const { status } = await api.call(`${temp}/items/_mget`, { method: 'POST', body: [{ id: 'x' }] });
		assert.ok(status === 200 || status === 404);
		return status === 200;
	}

	/** A copy that was under way when the server was killed continues by itself. */
	async function waitForCopy(api: Api): Promise<void> {
		await waitFor(
			`the copy into ${indexName}`,
			() => api.call(`${index}/_reindex_to_temp`),
			({ status, json }) => {
				if (status === 404 || json.status === 'completed') return true;
				assert.equal(json.status, 'reindexing');
				return false;
			},
		);
	}

	async function readBlocks(api: Api, path: string): Promise<Blocks> {
		return Promise.all(blocks.map((ids) => readBlock(api, `${path}/items`, ids)));
	}

	function idsOf(number: number): readonly string[] {
		return blocks[number] ?? [];
	}

	return {
		name: indexName,
		step,
		async check(api) {
			const isThere = await hasTemporary(api);
			await checkLock(api, isThere);
			if (isThere) await waitForCopy(api);
			const observed = {
				live: await readBlocks(api, index),
				temporary: isThere ? await readBlocks(api, temp) : undefined,
			};
			expectation.settle(`index ${indexName}`, observed, (state) => ({
				live: state.live,
				temporary: toTemporaryBlocks(state),
			}));
			isCopyDone = expectation.state.temporary?.isCopyStarted === true;
			const itemCount = observed.live.filter((marker) => marker !== null).length * 100;
			assert.equal((await scrollAll(api, index)).size, itemCount);
		},
	};
}

/** The content of the temporary index after its copy: written blocks take precedence over copied ones. */
function toTemporaryBlocks({ live, temporary }: State): Blocks | undefined {
	if (temporary === undefined) return undefined;
	const { overlay, isCopyStarted } = temporary;
	return overlay.map((marker, number) =>
		marker === undefined ? (isCopyStarted ? (live[number] ?? null) : null) : marker,
	);
}
