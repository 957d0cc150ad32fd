/** A client that creates search engines and indices, locks some of them, and deletes the engines again, locked or not. */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Api, Json } from '../api.ts';
import { type Actor, expectStatus } from './actor.ts';
import { createExpectation } from './expectation.ts';

interface EngineState {
	readonly indices: readonly string[];
	readonly isLocked: boolean;
}
/** By name: the hashid of an unanswered creation is not known. */
type State = Readonly<Record<string, EngineState>>;

const engines = '/api/v2/search_engines';

export function createEngineActor(name: string): Actor {
	const expectation = createExpectation<State>({});
	const hashids = new Map<string, string>();
	let engineCount = 0;

	const pathOf = (engine: string) => `${engines}/${hashids.get(engine)}`;

	async function create(api: Api): Promise<void> {
		engineCount += 1;
		const engine = `${name} ${engineCount}`;
		await expectation.write({ ...expectation.state, [engine]: { indices: [], isLocked: false } }, async () => {
			const { json } = await expectStatus(api, 201, engines, { method: 'POST', body: { name: engine } });
			hashids.set(engine, json.hashid);
		});
	}

	async function remove(api: Api, engine: string): Promise<void> {
		const { [engine]: _, ...others } = expectation.state;
		await expectation.write(
			others,
			async () => void (await expectStatus(api, 204, pathOf(engine), { method: 'DELETE' })),
		);
		await expectStatus(api, 404, pathOf(engine));
	}

	async function createIndex(api: Api, engine: string, { indices, isLocked }: EngineState): Promise<void> {
		const index = `index_${indices.length + 1}`;
		const body = { name: index, preset: 'generic' };
		const path = `${pathOf(engine)}/indices`;
		if (isLocked) return void (await expectStatus(api, 409, path, { method: 'POST', body }));
		const next = { indices: [...indices, index], isLocked };
		await expectation.write({ ...expectation.state, [engine]: next }, async () => {
			await expectStatus(api, 201, path, { method: 'POST', body });
		});
	}

	async function lock(api: Api, engine: string, state: EngineState): Promise<void> {
		const path = `${pathOf(engine)}/indices/${state.indices[0]}/temp`;
		if (state.isLocked) return void (await expectStatus(api, 409, path, { method: 'POST', body: [] }));
		await expectation.write({ ...expectation.state, [engine]: { ...state, isLocked: true } }, async () => {
			await expectStatus(api, 201, path, { method: 'POST', body: [] });
		});
	}

	async function step(api: Api, random: SeededRandom): Promise<void> {
		const names = Object.keys(expectation.state);
		if (names.length === 0 || (names.length < 8 && random.chance(0.3))) return create(api);
		const engine = random.pick(names);
		const state = expectation.state[engine];
		assert(state);
		const choice = random.pickWeighted(['index', 'lock', 'remove'] as const, [4, state.indices.length > 0 ? 2 : 0, 2]);
		if (choice === 'index') await createIndex(api, engine, state);
		else if (choice === 'lock') await lock(api, engine, state);
		else await remove(api, engine);
	}

	return {
		name,
		step,
		async check(api) {
			const { json } = await expectStatus(api, 200, engines);
			const own = json.filter((engine: Json) => engine.name.startsWith(`${name} `));
			hashids.clear();
			const observed: Record<string, EngineState> = {};
			for (const { name: engine, hashid, indices, locked } of own) {
				assert.equal(hashids.has(engine), false, 'an engine is there twice');
				hashids.set(engine, hashid);
				observed[engine] = { indices: indices.map((index: Json) => index.name), isLocked: locked };
				await checkLock(api, pathOf(engine), observed[engine]);
			}
			expectation.settle(name, observed);
		},
	};
}

/** An engine is reported as locked exactly if it has a temporary index. */
async function checkLock(api: Api, engine: string, { indices, isLocked }: EngineState): Promise<void> {
	const answers = await Promise.all(
		indices.map((index) =>
			api.call(`${engine}/indices/${index}/temp/items/_mget`, { method: 'POST', body: [{ id: 'x' }] }),
		),
	);
	assert.equal(
		answers.some(({ status }) => status === 200),
		isLocked,
		'locked exactly while there is a temporary index',
	);
	await expectStatus(api, isLocked ? 409 : 200, engine, { method: 'PATCH', body: {} });
}
