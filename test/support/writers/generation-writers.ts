/**
 * Writers of an index and of its temporary index, while that is created, removed and put in the place of the live one.
 *
 *     owner     ─── create ───────── replace ──── create ──── remove ───
 *     epochs    live 0 │ temporary 1         │ live 1 │ temporary 2 │ live 1
 *
 * Every item is written once. A write that began and was answered within an epoch must have had the outcome of the epoch,
 * in the generation of the epoch. One that was under way while the owner changed the index may have had either.
 */
import assert from 'node:assert/strict';
import type { GenerationKind, ItemTarget } from '../../../src/domain/item/item.ts';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { WriteClock, WriteTimes } from './write-times.ts';

type Outcome = 'written' | 'locked' | 'missing';

interface Bulk extends WriteTimes {
	readonly kind: GenerationKind;
	readonly ids: readonly string[];
	readonly outcome: Outcome;
}

interface Epoch extends WriteTimes {
	/** Numbers of the generations, as the owner made them; the temporary one is undefined where there is none. */
	readonly live: number;
	readonly temporary: number | undefined;
}

/** A row of the items of all generations, retired ones included. */
export interface StoredRow {
	readonly generationId: number;
	readonly seq: number;
	readonly id: string;
}

const itemsPerBulkMax = 20;

export interface GenerationWriters {
	/** Changes the index so many times, and ends with an index that is not locked. */
	runOwner(database: Database, plan: { readonly random: SeededRandom; readonly stepCount: number }): Promise<void>;
	/** Writes until the owner has ended. */
	runWriter(name: string, database: Database, random: SeededRandom): Promise<void>;
	/** @param rows in the order of generations and of `seq`. @param liveId of the live generation. */
	check(rows: readonly StoredRow[], liveId: number): void;
}

export function createGenerationWriters({ hashid, indexName }: ItemTarget, clock: WriteClock): GenerationWriters {
	const epochs: Epoch[] = [];
	const bulks: Bulk[] = [];
	let generationCount = 1;
	let isOver = false;

	async function step(engines: Database['searchEngines'], current: Epoch, random: SeededRandom): Promise<Epoch> {
		const { live, temporary } = current;
		const change = random.pick(temporary === undefined ? (['create'] as const) : (['remove', 'replace'] as const));
		const end = clock.next();
		epochs.push({ ...current, end });
		if (change === 'create') {
			assert.equal(await engines.createTemporary(hashid, indexName), 'created');
			generationCount += 1;
			return { live, temporary: generationCount, begin: clock.next(), end: Number.POSITIVE_INFINITY };
		}
		if (change === 'remove') assert.equal(await engines.removeTemporary(hashid, indexName), 'deleted');
		else assert.equal(await engines.replaceByTemporary(hashid, indexName), 'replaced');
		const next = change === 'replace' ? (temporary ?? live) : live;
		return { live: next, temporary: undefined, begin: clock.next(), end: Number.POSITIVE_INFINITY };
	}

	/** The outcome and the generation of a bulk, where the owner did nothing meanwhile. */
	function findExpected({ kind, begin, end }: Bulk): { outcome: Outcome; generation: number | undefined } | undefined {
		const epoch = epochs.find((one) => one.begin < begin && end < one.end);
		if (epoch === undefined) return undefined;
		if (kind === 'temporary') {
			return { outcome: epoch.temporary === undefined ? 'missing' : 'written', generation: epoch.temporary };
		}
		if (epoch.temporary !== undefined) return { outcome: 'locked', generation: undefined };
		return { outcome: 'written', generation: epoch.live };
	}

	return {
		async runOwner({ searchEngines }, { random, stepCount }) {
			let epoch: Epoch = { live: 1, temporary: undefined, begin: 0, end: Number.POSITIVE_INFINITY };
			for (let count = 0; count < stepCount || epoch.temporary !== undefined; count += 1) {
				// Writes of each epoch, before it ends.
				const { length } = bulks;
				while (bulks.length < length + random.integer(2, 8)) await new Promise((resolve) => setImmediate(resolve));
				epoch = await step(searchEngines, epoch, random);
			}
			epochs.push(epoch);
			isOver = true;
		},
		async runWriter(name, { items }, random) {
			for (let number = 0; !isOver; number += 1) {
				const kind = random.pick(['live', 'temporary'] as const);
				const ids = Array.from({ length: random.integer(1, itemsPerBulkMax) }, (_, at) => `${name} ${number} ${at}`);
				const begin = clock.next();
				const results = await items.write(
					{ hashid, indexName, generation: kind },
					ids.map((id) => ({ kind: 'put', id, text: JSON.stringify({ id }), groupId: null })),
				);
				if (typeof results !== 'string') {
					assert(
						results.every(({ result }) => result === 'created'),
						'each item is new',
					);
				}
				const outcome = typeof results === 'string' ? results : 'written';
				bulks.push({ kind, ids, outcome, begin, end: clock.next() });
			}
		},
		check(rows, liveId) {
			const found = new Map(rows.map((row) => [row.id, row]));
			assert.equal(found.size, rows.length, 'an item is in one generation');
			const ofGeneration = Map.groupBy(rows, ({ generationId }) => generationId);
			for (const [generationId, list] of ofGeneration) {
				const seqs = list.map(({ seq }) => seq);
				assert.deepEqual(
					seqs,
					Array.from({ length: seqs.length }, (_, at) => at + 1),
					`seqs of ${generationId}`,
				);
			}
			const idsByNumber = new Map<number, number>();
			for (const bulk of bulks) {
				const written = bulk.ids.flatMap((id) => found.get(id) ?? []);
				const [first] = written;
				assert.equal(written.length, bulk.outcome === 'written' ? bulk.ids.length : 0, `${bulk.ids[0]}: whole or not`);
				const order = written.map(({ generationId, seq }) => [generationId, seq]);
				assert.deepEqual(
					order,
					written.map((_, at) => [first?.generationId, (first?.seq ?? 0) + at]),
					'a bulk is in one place of the log',
				);
				const expected = findExpected(bulk);
				if (expected === undefined) continue;
				assert.equal(bulk.outcome, expected.outcome, `${bulk.ids[0]} in the ${bulk.kind} index`);
				if (first === undefined || expected.generation === undefined) continue;
				const known = idsByNumber.get(expected.generation) ?? first.generationId;
				idsByNumber.set(expected.generation, known);
				assert.equal(first.generationId, known, `${bulk.ids[0]} is in the generation of its time`);
			}
			const generationIds = [...idsByNumber.values()];
			assert.equal(new Set(generationIds).size, generationIds.length, 'each has a log of its own');
			const last = epochs.at(-1)?.live ?? 1;
			assert.equal(idsByNumber.get(last) ?? liveId, liveId, 'the last that replaced is live');
			assert.equal(
				rows.length,
				bulks.reduce((count, { outcome, ids }) => count + (outcome === 'written' ? ids.length : 0), 0),
				'nothing is there that was refused',
			);
		},
	};
}
