/** Everybody who uses the shop while machines fail: owners who write, delete and swap, shoppers who search and buy. */
import assert from 'node:assert/strict';
import { formatDfid, toItemKey } from '../../src/domain/item/dfid.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { type Actor, expectStatus, ServerGoneError, watchForEnd } from '../support/crash/actor.ts';
import { createCartActor } from '../support/crash/cart-actor.ts';
import { createEngineActor } from '../support/crash/engine-actor.ts';
import { createTemporaryIndexActor } from '../support/crash/temporary-index-actor.ts';
import { createHistoryRecorder } from '../support/register-history.ts';
import { createBlockKind, createItemKind, createRegisterClients, type RegisterClients } from './register-client.ts';
import type { ShopCluster } from './shop-cluster.ts';

export interface Cast {
	/** Engines and temporary indices; they go on over all rounds. */
	readonly owners: readonly Actor[];
	readonly cart: Actor;
	/** Search engines whose indices the owners fill again and again, with the name of the index. */
	readonly swapped: readonly { readonly hashid: string; readonly indexName: string }[];
}

/** The items of one round, in a search engine of their own. */
export interface RoundItems {
	readonly hashid: string;
	readonly clients: readonly RegisterClients[];
	/** Owners with a call whose outcome is open: they wait for the check, which tells them what it did. */
	readonly waiting: Set<Actor>;
}

/** What clients met in a round. */
export interface Tally {
	answered: number;
	/** Calls through the load balancer that were cut or refused. */
	readonly gaps: string[];
}

const engines = '/api/v2/search_engines';
const pauseMsMax = 40;

export async function assembleCast({ nodes, firstRun }: ShopCluster): Promise<Cast> {
	const api = createApi(nodes[0]?.server.url ?? assert.fail(), firstRun.key);
	const filled = await createEngine(api, 'Filled', 'filled');
	const copied = await createEngine(api, 'Copied', 'copied');
	const demo = `${engines}/${firstRun.hashid}/indices/product/items?rpp=1`;
	const [item] = (await expectStatus(api, 200, demo)).json.items;
	const dfid = formatDfid({ hashid: firstRun.hashid, indexName: 'product', itemKey: toItemKey(item.id) });
	const swapped = [
		{ hashid: filled, indexName: 'filled' },
		{ hashid: copied, indexName: 'copied' },
	];
	return {
		swapped,
		owners: [
			createEngineActor('Opened'),
			...swapped.map(({ hashid, indexName }) =>
				createTemporaryIndexActor({
					...{ engine: `${engines}/${hashid}`, indexName, blockCount: 2, hasCopies: indexName === 'copied' },
				}),
			),
		],
		cart: createCartActor({ name: 'cart', widgetId: firstRun.widget_id, dfid }),
	};
}

async function createEngine(api: Api, name: string, index: string): Promise<string> {
	const { json } = await expectStatus(api, 201, engines, { method: 'POST', body: { name } });
	const body = { name: index, preset: 'generic' };
	await expectStatus(api, 201, `${engines}/${json.hashid}/indices`, { method: 'POST', body });
	return json.hashid;
}

export async function openRound({ nodes, firstRun }: ShopCluster): Promise<RoundItems> {
	const api = createApi(nodes[0]?.server.url ?? assert.fail(), firstRun.key);
	const hashid = await createEngine(api, 'Round', 'product');
	const items = `${engines}/${hashid}/indices/product/items`;
	const recorder = createHistoryRecorder();
	return {
		hashid,
		waiting: new Set(),
		clients: [
			createRegisterClients({ recorder, name: 'item', kind: createItemKind(items) }),
			createRegisterClients({ recorder, name: 'block', kind: createBlockKind(items) }),
		],
	};
}

/** Everybody works, a third through the load balancer and the others through any node, until `nemesis` has resolved. */
export async function workDuring(
	cluster: ShopCluster,
	{ cast, items, random }: { readonly cast: Cast; readonly items: RoundItems; readonly random: SeededRandom },
	nemesis: (tally: Tally) => Promise<void>,
): Promise<Tally> {
	const { key } = cluster.firstRun;
	const tally: Tally = { answered: 0, gaps: [] };
	const proxied = countGaps(watchForDoubt(createApi(cluster.proxy.url, key, cluster.impatient)), tally);
	let isOver = false;

	let workerCount = 0;
	async function work(step: Actor['step'], onDoubt = () => false): Promise<void> {
		const own = createSeededRandom(random.uint32());
		workerCount += 1;
		const isProxied = workerCount % 3 === 0;
		for (let isWaiting = false; !isOver && !isWaiting; ) {
			const direct = watchForDoubt(createApi(own.pick(cluster.nodes).server.url, key, cluster.impatient));
			try {
				await step(isProxied ? proxied : direct, own);
				tally.answered += 1;
			} catch (error) {
				if (!(error instanceof ServerGoneError)) throw error;
				isWaiting = onDoubt();
			}
			await new Promise((resolve) => setTimeout(resolve, own.integer(1, pauseMsMax)));
		}
	}

	const owners = cast.owners.filter((owner) => !items.waiting.has(owner));
	const working = Promise.all([
		...items.clients.flatMap(({ step }) => [work(step), work(step), work(step)]),
		...owners.map((owner) => work(owner.step, () => items.waiting.add(owner).has(owner))),
		work(cast.cart.step),
		...[1, 2].map(() => work((api, own) => search(api, items.hashid, own))),
	]);
	try {
		// A failure of a client is reported at once.
		await Promise.race([nemesis(tally), working.then(() => assert.fail('nobody ends before the nemesis'))]);
	} finally {
		isOver = true;
	}
	await working;
	return tally;
}

async function search(api: Api, hashid: string, random: SeededRandom): Promise<void> {
	const { json } = await expectStatus(api, 200, `/6/${hashid}/_search?query=write&session_id=s${random.integer(1, 9)}`);
	const ids = json.results.map(({ id }: Json) => id);
	assert.equal(new Set(ids).size, ids.length, 'an item is found twice');
}

/** Of the store, and of the load balancer when it has nobody to ask, or the one it asked did not answer. */
export const doubtful: readonly number[] = [408, 429, 502, 503, 504];

/** Turns answers that leave open what happened, and widgets that could not write, into `ServerGoneError`s. */
function watchForDoubt(api: Api): Api {
	const { call } = watchForEnd(api);
	return {
		async call(path, request) {
			const answer = await call(path, request);
			const isError = path.startsWith('/api/widget/') && answer.json?.status === 'ERROR';
			if (isError || doubtful.includes(answer.status)) {
				throw new ServerGoneError(`${request?.method ?? 'GET'} ${path}: ${answer.status} ${answer.text}`);
			}
			return answer;
		},
	};
}

/** An answer in time is not what a load balancer sees to. */
function countGaps(api: Api, tally: Tally): Api {
	return {
		call: (path, request) =>
			api.call(path, request).catch((error) => {
				if (!/: 408 /.test(error.message)) tally.gaps.push(error.message);
				throw error;
			}),
	};
}
