/** Servers on one database, as `GET /dashboard/api/health` lists them. */
import type { Page } from 'playwright-core';

const follower = (name: string, behind: number | null) => ({ name, behind, seconds_behind: null });
const node = (id: string, more: object) => ({
	...{ id, self: false, version: '0.1.0', state: 'serving', alive: true, seconds_since_seen: 1 },
	started_at: '2026-11-25T09:30:00.000Z',
	followers: [follower('search', 0), follower('recommendations', 0)],
	jobs: [],
	...more,
});

/** One of each state, the first of which answers; the last one was killed. */
export const nodeExamples = [
	node('9f2c41d7a0b3e586', { self: true, jobs: ['garbage collection', 'statistics', 'job of a later version'] }),
	node('1d07be3390c4f2a8', {
		followers: [follower('search', 1240), follower('recommendations', null)],
		jobs: ['widget rollups'],
	}),
	node('c4a81f6e2b9d7035', { state: 'draining', seconds_since_seen: 2 }),
	node('77e5d0a9c1b38f42', { state: 'gone', alive: false, seconds_since_seen: 340 }),
	node('e0b6f3127d8c94a5', { alive: false, seconds_since_seen: 7300, version: '0.0.9' }),
];

/** Has the page show these servers, in an answer that is the server's own otherwise. */
export function showNodes(page: Page, nodes: readonly object[] | null): Promise<unknown> {
	return page.route('**/dashboard/api/health', async (route) => {
		const answer = await route.fetch();
		await route.fulfill({
			response: answer,
			json: { ...(await answer.json()), ...(nodes?.length && { store: 'postgresql' }), nodes },
		});
	});
}
