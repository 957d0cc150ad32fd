/** The machine's clock is set back and forward under a running server: nothing is delayed, and nothing is lost. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Api, createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createSettableClock, type SettableClock } from '../support/settable-clock.ts';
import { isSoak } from '../support/test-length.ts';
import { waitFor } from '../support/wait-for.ts';

const file = join(tmpdir(), `vitrine-clock-${process.pid}`);
const hourMs = 3_600_000;
/**
 * A year, so that anything that waits for the clock would wait for ever. The long form has 40 seconds and an hour, too, as
 * clocks are corrected.
 */
const jumpsMs = [365 * 24 * hourMs, ...(isSoak ? [40_000, hourMs] : [])].flatMap((ms) => [-ms, ms]);

let clock: SettableClock;
let server: TestServer;
let api: Api;
let items: string;
let hashid: string;
let count = 0;

before(async () => {
	clock = createSettableClock(file);
	const environment = { ...clock.environment, VITRINE_HTTP_THREADS: '2' };
	server = await startServer({ environment });
	assert.match(server.log(), /the clock can be set/);
	assert(server.firstRun);
	hashid = server.firstRun.hashid;
	api = createApi(server.url, server.firstRun.key);
	items = `/api/v2/search_engines/${hashid}/indices/product`;
});
beforeEach(() => clock.setAhead(0));
after(async () => {
	await server[Symbol.asyncDispose]();
	clock.close();
	await rm(file);
});

async function expect<T>(status: number, path: string, method = 'GET', body?: unknown): Promise<T> {
	const answer = await api.call(path, body === undefined ? { method } : { method, body });
	assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
	return answer.json;
}

/** A write is acknowledged, and found. */
async function assertFollows(): Promise<void> {
	count += 1;
	const word = `quillon${String.fromCharCode(97 + (count % 26), 97 + Math.floor(count / 26))}x`;
	await expect(201, `${items}/items`, 'POST', { id: `clock-${count}`, title: word });
	await waitFor(`the search that finds ${word}`, async () => {
		const { json } = await api.call(`/6/${hashid}/_search?query=${word}`);
		return json.results?.some(({ id }: { id: string }) => id === `clock-${count}`);
	});
	await expect(200, '/health/ready');
}

const toName = (ms: number) => `${Math.abs(ms) / 1000} seconds ${ms < 0 ? 'back' : 'forth'}`;

describe('a clock that is set', () => {
	for (const jumpMs of jumpsMs) {
		it(`${toName(jumpMs)}, and then right again, holds up no write on its way to searches`, async () => {
			await assertFollows();
			clock.setAhead(jumpMs);
			await assertFollows();
			clock.setAhead(0);
			await assertFollows();
		});

		it(`${toName(jumpMs)} ends no scroll`, async () => {
			const first = await expect<{ scroll_id: string }>(200, `${items}/items?rpp=2`);
			const next = `${items}/items?rpp=2&scroll_id=${first.scroll_id}`;
			for (const aheadMs of [jumpMs, 0]) {
				clock.setAhead(aheadMs);
				const page = await expect<{ items: unknown[] }>(200, next);
				assert.equal(page.items.length, 2);
			}
		});

		it(`${toName(jumpMs)} in the middle of it lets a re-index end and another one begin`, async () => {
			for (const aheadMs of [jumpMs, 0]) {
				await expect(201, `${items}/temp/`, 'POST');
				await expect(200, `${items}/_reindex_to_temp`, 'POST');
				clock.setAhead(aheadMs);
				await waitFor('the end of the copy', async () => {
					const { json } = await api.call(`${items}/_reindex_to_temp`);
					return json.status === 'completed';
				});
				await waitFor('the replacement', async () => {
					const { status } = await api.call(`${items}/_replace_by_temp`, { method: 'POST' });
					return status === 200;
				});
			}
			await assertFollows();
		});

		it(`${toName(jumpMs)} after an erasure lets the shopper come back`, async () => {
			const sessionId = `s${jumpMs}`;
			const search = () => expect(200, `/6/${hashid}/_search?query=shoes&session_id=${sessionId}`);
			const countSearches = async () => {
				let found = 0;
				for (let page = 0; ; ) {
					const { events, next_after: nextAfter } = await expect<{
						events: { session_id: string | null }[];
						next_after: number | null;
					}>(200, `/api/admin/v1/search_engines/${hashid}/events?limit=1000&after=${page}`);
					found += events.filter((event) => event.session_id === sessionId).length;
					if (nextAfter === null || events.length === 0) return found;
					page = nextAfter;
				}
			};
			await search();
			await waitFor('the first search in the log', countSearches);
			assert.deepEqual(await expect(200, '/api/admin/v1/events', 'DELETE', { session_id: sessionId, hashid }), {
				erased: 1,
			});
			clock.setAhead(jumpMs);
			await search();
			await waitFor('the search after the erasure in the log', countSearches);
		});

		it(`${toName(jumpMs)} takes no widget its recommendations`, async () => {
			const open = createApi(server.url);
			const ask = () =>
				open.call(`/api/widget/${server.firstRun?.widget_id}`, {
					method: 'POST',
					body: { current_url: 'https://shop.example/', session_id: 'clock' },
				});
			for (const aheadMs of [jumpMs, 0]) {
				clock.setAhead(aheadMs);
				const { status, json } = await ask();
				assert.equal(status, 200);
				assert.ok(json.results.length > 0);
			}
			assert.doesNotMatch(server.log(), /widget was answered without the models/);
		});
	}
});

describe('rate limits', () => {
	it('give no tokens back for an hour that has not passed, and take none for one that repeats', async () => {
		const environment = {
			...clock.environment,
			VITRINE_HTTP_THREADS: '2',
			VITRINE_RATE_LIMIT_PER_SECOND: '0',
			VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1',
		};
		await using limited = await startServer({ environment });
		const open = createApi(limited.url);
		const search = () => open.call(`/6/${limited.firstRun?.hashid}/_search?query=shoes`);
		// One a second: a refusal is followed at once by another one, whatever the clock says.
		for (const jumpMs of [hourMs, -hourMs]) {
			let aheadMs = 0;
			await waitFor('a refusal after a jump', async () => {
				await waitFor('a refusal', async () => (await search()).status === 429);
				aheadMs += jumpMs;
				clock.setAhead(aheadMs);
				return (await search()).status === 429;
			});
			await waitFor('an answer after the jump', async () => (await search()).status === 200);
		}
	});
});
