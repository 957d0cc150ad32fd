/** A client of the server in a crash test: it sends one write after another and knows what their effect must be. */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { Answer, Api, Request } from '../api.ts';

export interface Actor {
	readonly name: string;
	/** One step of its work. Rejects with `ServerGoneError` when the server did not answer. */
	step(api: Api, random: SeededRandom): Promise<void>;
	/** After a crash and a restart: checks that everything is as it must be. */
	check(api: Api): Promise<void>;
	/** The same for what only the database shows, while the server is not running. */
	checkDatabase?(database: Database): Promise<void>;
}

/** The connection broke before an answer had come: the request may have been carried out or not. */
export class ServerGoneError extends Error {}

/** The same client, whose broken connections are `ServerGoneError`s. */
export function watchForEnd(api: Api): Api {
	return {
		async call(path, request) {
			try {
				return await api.call(path, request);
			} catch (cause) {
				throw new ServerGoneError(`${request?.method ?? 'GET'} ${path}: no answer`, { cause });
			}
		},
	};
}

/** Calls, and fails on any status other than the expected one. */
export async function expectStatus(api: Api, status: number, path: string, request?: Request): Promise<Answer> {
	const answer = await api.call(path, request);
	const text = answer.text.slice(0, 500);
	assert.equal(answer.status, status, `${request?.method ?? 'GET'} ${path} answered ${answer.status}: ${text}`);
	return answer;
}
