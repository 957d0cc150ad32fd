/**
 * Clients that write and read the same few items, or blocks of items, at the same time, and note every call: what the
 * management API answers must be explained by calls that take effect one after another.
 */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Answer, Api, Json } from '../support/api.ts';
import {
	type HistoryRecorder,
	isLinearizable,
	type RegisterCall,
	type RegisterValue,
	toHistoryText,
} from '../support/register-history.ts';

/** What a call of a register is over HTTP. */
interface RegisterKind {
	/** @returns what it was answered; undefined for a put. Fails on what must not be answered. */
	send(api: Api, key: string, call: RegisterCall): Promise<RegisterValue | boolean | undefined>;
	readonly kinds: readonly RegisterCall['kind'][];
}

export interface RegisterClients {
	/** One call of one client. Rejects with `ServerGoneError` where it is open what happened. */
	step(api: Api, random: SeededRandom): Promise<void>;
	/** Reads every register. */
	readAll(api: Api): Promise<void>;
	/** Fails if calls of a register cannot be explained. @returns how many calls were answered. */
	check(): number;
}

const keysAtOnce = 4;
/** Calls whose outcome is open stay possible for ever; with many of them, a check takes too long. */
const openCallsMax = 6;
const callsMax = 200;

interface RegisterClientsOptions {
	readonly recorder: HistoryRecorder;
	readonly name: string;
	readonly kind: RegisterKind;
}

export function createRegisterClients({ recorder, name, kind }: RegisterClientsOptions): RegisterClients {
	const { histories, begin } = recorder;
	const keys = Array.from({ length: keysAtOnce }, (_, number) => `${name}-${number}`);
	let keyCount = keys.length;
	let valueCount = 0;

	async function send(api: Api, key: string, call: RegisterCall): Promise<void> {
		const end = begin(key, call);
		end(await kind.send(api, key, call));
	}

	/** A key that was called too often is replaced. */
	function pickKey(random: SeededRandom): string {
		const at = random.integer(0, keys.length - 1);
		const history = histories.get(keys[at] ?? '') ?? [];
		const openCount = history.filter(({ end }) => end === undefined).length;
		if (openCount >= openCallsMax || history.length >= callsMax) {
			keys[at] = `${name}-${keyCount}`;
			keyCount += 1;
		}
		return keys[at] ?? assert.fail();
	}

	const listOwn = () => [...histories].filter(([key]) => key.startsWith(`${name}-`));
	return {
		async step(api, random) {
			const word = random.pick(kind.kinds);
			valueCount += 1;
			const value = `${name} write ${valueCount}`;
			await send(api, pickKey(random), word === 'put' || word === 'change' ? { kind: word, value } : { kind: word });
		},
		async readAll(api) {
			for (const [key] of listOwn()) await send(api, key, { kind: 'read' });
		},
		check() {
			for (const [key, history] of listOwn()) {
				assert(isLinearizable(history), `${key} cannot have been one register:\n${toHistoryText(history)}`);
			}
			return listOwn().flatMap(([, history]) => history.filter(({ end }) => end !== undefined)).length;
		},
	};
}

/** Single items, whose title is the value. @param items their address */
export function createItemKind(items: string): RegisterKind {
	return {
		kinds: ['put', 'put', 'change', 'change', 'remove', 'read', 'read', 'read'],
		async send(api, key, call) {
			const path = `${items}/${key}`;
			if (call.kind === 'put') {
				expectOneOf(await api.call(items, { method: 'POST', body: { id: key, title: call.value } }), 201);
				return undefined;
			}
			if (call.kind === 'read') {
				const { status, json } = expectOneOf(await api.call(path), 200, 404);
				return status === 200 ? json.title : null;
			}
			const request = call.kind === 'change' ? { method: 'PATCH', body: { title: call.value } } : { method: 'DELETE' };
			return expectOneOf(await api.call(path, request), 200, 204, 404).status !== 404;
		},
	};
}

/** Thirty items that are written together. */
export function createBlockKind(items: string): RegisterKind {
	const idsOf = (key: string) => Array.from({ length: 30 }, (_, number) => `${key}-${number}`);
	return {
		kinds: ['put', 'put', 'read', 'remove'],
		async send(api, key, call) {
			const ids = idsOf(key);
			if (call.kind === 'read') {
				const body = ids.map((id) => ({ id }));
				const { json } = expectOneOf(await api.call(`${items}/_mget`, { method: 'POST', body }), 200);
				return readOne(json.map((entry: Json) => entry.item?.title ?? null));
			}
			const body = ids.map((id) => ({ id, ...(call.kind === 'put' ? { title: call.value } : {}) }));
			const method = call.kind === 'put' ? 'POST' : 'DELETE';
			const { json } = expectOneOf(await api.call(`${items}/_bulk`, { method, body }), 200);
			const results = json.results.map(({ result }: Json) => result);
			return call.kind === 'put' ? undefined : readOne(results) === 'deleted';
		},
	};
}

function readOne<T>(values: readonly T[]): T {
	const different = [...new Set(values)];
	assert.equal(different.length, 1, `half a bulk: ${JSON.stringify(different)}`);
	return different[0] as T;
}

function expectOneOf(answer: Answer, ...statuses: readonly number[]): Answer {
	assert(statuses.includes(answer.status), `${answer.status} ${answer.text}`);
	return answer;
}
