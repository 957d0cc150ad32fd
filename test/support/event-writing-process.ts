/**
 * A process that records events as fast as it can, with models that follow and are saved all the time, until it is
 * killed. Arguments: the directory and a seed. It prints the ids of acknowledged events, one per line.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type ShopperAction, type ShopperEvent, unknownClient } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { startRecommenderThread } from '../../src/main/start-recommender.ts';
import { fillDatabase, sampleEngine } from '../contract/sample-data.ts';
import { recommendedHashids } from './recommended-engines.ts';
import { chosenStore } from './store/test-store.ts';

const [directory, seed] = process.argv.slice(2);
assert(directory && seed);
const random = createSeededRandom(Number(seed));
const store = chosenStore();
const database = await store.open(directory);
if ((await database.accounts.listAccounts()).length === 0) {
	await fillDatabase(database);
	for (const number of [2, 3]) await database.searchEngines.create(sampleEngine(number));
}
const { recommender } = startRecommenderThread({
	store: store.address(directory),
	directory: join(directory, 'recommend'),
	limits: { pollIntervalMs: 1, saveDelayMs: 1 },
	onEvent: (event) => {
		if (event.kind === 'failed') throw event.error;
	},
});
let eventCount = 0;
for (const hashid of recommendedHashids) await ask(hashid);
await Promise.all(Array.from({ length: 8 }, write));

/** Loads its model, which follows from then on. */
async function ask(hashid: string): Promise<unknown> {
	const nothing = { sessionId: null, userId: null, context: [], countMax: 10, isExplained: false };
	const request = { hashid, source: 'trending', ...nothing } as const;
	// On a busy machine this takes longer than the timeout of a question.
	return recommender.findCandidates(request).catch(() => ask(hashid));
}

async function write(): Promise<never> {
	for (;;) {
		const event = drawEvent();
		await database.events.recordMany([event]);
		process.stdout.write(`${event.id}\n`);
	}
}

function drawEvent(): ShopperEvent {
	eventCount += 1;
	return {
		id: `${Number(seed).toString(16)}${eventCount.toString(16).padStart(8, '0')}`.padStart(32, '0'),
		storeId: null,
		hashid: random.pick(recommendedHashids),
		sessionId: `s${random.integer(1, 60)}`,
		userId: random.chance(0.3) ? `u${random.integer(1, 9)}` : null,
		occurredAtMs: Date.now(),
		...unknownClient,
		isBot: random.chance(0.05),
		action: drawAction(),
	};
}

function drawAction(): ShopperAction {
	const item = { indexName: 'product', itemKey: toItemKey(String(random.integer(1, 200))) };
	const kind = random.pickWeighted(['view', 'cart_addition', 'cart_removal', 'checkout'] as const, [80, 14, 3, 3]);
	if (kind === 'checkout') return { kind, sources: [] };
	if (kind === 'view') return { kind, widgetId: null, ...item };
	if (kind === 'cart_removal') return { kind, amount: 1, ...item };
	return { kind, title: 'A product', amount: 1, price: null, ...item };
}
