/** A browser's part in a session of the dashboard: it keeps the cookie, and says where its calls come from. */
import assert from 'node:assert/strict';
import { type Answer, createApi, type Request } from './api.ts';

export interface DashboardClient {
	/** Calls a path below `/dashboard/api`. */
	call(path: string, request?: Request): Promise<Answer>;
	/** The value of the cookie; empty when there is none. */
	cookie(): string;
	setCookie(value: string): void;
}

export function createDashboardClient(url: string): DashboardClient {
	const api = createApi(url);
	let cookie = '';
	return {
		async call(path, request = {}) {
			const own = {
				origin: url,
				'sec-fetch-site': 'same-origin',
				...(cookie && { cookie: `vitrine_session=${cookie}` }),
			};
			const answer = await api.call(`/dashboard/api${path}`, { ...request, headers: { ...own, ...request.headers } });
			const set = answer.headers.get('set-cookie');
			if (set !== null) cookie = /^vitrine_session=([^;]*)/.exec(set)?.[1] ?? assert.fail(set);
			return answer;
		},
		cookie: () => cookie,
		setCookie(value) {
			cookie = value;
		},
	};
}

/** A client that is signed in with a link, given as the path that the server answered. */
export async function signInWithLink(url: string, path: string): Promise<DashboardClient> {
	const client = createDashboardClient(url);
	const body = { token: path.replace('/dashboard#link=', '') };
	const { status, text } = await client.call('/sign_in/link', { method: 'POST', body });
	assert.equal(status, 204, text);
	return client;
}

/** A client that is signed in with the owner's key. */
export async function signInWithKey(url: string, key: string): Promise<DashboardClient> {
	const client = createDashboardClient(url);
	const { status, text } = await client.call('/sign_in/key', { method: 'POST', body: { key } });
	assert.equal(status, 204, text);
	return client;
}
