/**
 * NUL and similar characters in everything that a caller can send, on every route: the answer is never a server failure,
 * and is the same on both stores. The routes come from the router, so a new one is tested automatically.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createApi, type Request } from '../support/api.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant } from '../support/tenant.ts';
import { chooseLength } from '../support/test-length.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';

interface OddRequest extends Request {
	readonly path: string;
}

const names = ['query', 'session_id', 'user_id', 'group_id'];
const oddSteps = ['a%00b', '%ED%A0%80'];
const oddTexts = ['a\u0000b', '\ud800', '\u0001'].slice(0, chooseLength(2, 3));

/** Status by what was sent. */
let answers: readonly ReadonlyMap<string, number>[];

before(async () => {
	const server = await sharedPostgresServer();
	const postgres = {
		VITRINE_DATABASE_URL: await server.createDatabase(),
		VITRINE_SECRET_KEY: '07'.repeat(32),
	};
	const sqlite = { VITRINE_DATABASE_URL: '' };
	answers = [await askAll(sqlite), await askAll(postgres)];
});

it('no odd text fails the server, whichever store it has', () => {
	for (const statuses of answers) {
		assert(statuses.size > 500, `${statuses.size} requests`);
		assert.deepEqual(
			[...statuses].filter(([, status]) => status >= 500),
			[],
		);
	}
});

it('odd texts are answered alike on both stores', () => {
	const [sqlite, postgres] = answers;
	assert.deepEqual(postgres, sqlite);
});

async function askAll(environment: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, number>> {
	await using app = await serveApp(environment, openScan);
	const tenant = await openTenant(app.url, app.operatorToken);
	const statuses = new Map<string, number>();
	// An accepted removal would change the answers to later requests.
	const calls = toRouteCalls(app.routes, tenant).filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method));
	for (const call of calls) {
		const api = createApi(app.url, call.access === 'operator' ? app.operatorToken : tenant.key);
		for (const [what, { path, ...request }] of listRequests(call)) {
			statuses.set(`${call.method} ${call.pattern} ${what}`, (await api.call(path, request)).status);
		}
	}
	for (const odd of oddTexts) {
		const authorization = `Bearer ${makeToken({ claims: makeClaims(odd), secret: tenant.key })}`;
		const { status } = await createApi(app.url).call('/api/v2/search_engines', { headers: { authorization } });
		statuses.set(`a token for ${JSON.stringify(odd)}`, status);
	}
	return statuses;
}

function listRequests({ method, pattern, path, body }: RouteCall): [what: string, request: OddRequest][] {
	const [steps = [], query = ''] = [path.split('?')[0]?.split('/'), path.split('?')[1]];
	const inPath = pattern.split('/').flatMap((name, at): [string, OddRequest][] => {
		if (!/^[:*]/.test(name)) return [];
		return oddSteps.map((odd) => [
			`${name} = ${odd}`,
			{ method, body, path: `${steps.with(at, odd).join('/')}?${query}` },
		]);
	});
	const mayRemove = method === 'DELETE' && body === undefined;
	const inQuery = (mayRemove ? [] : [names, ['scroll_id'], ['dfid', 'id', 'title', 'index']]).map(
		(group): [string, OddRequest] => {
			const odd = group.map((name) => `${name}=a%00b`).join('&');
			const rest = query.split('&').filter((part) => part !== '' && !group.includes(part.split('=')[0] ?? ''));
			return [odd, { method, body, path: `${steps.join('/')}?${[...rest, odd].join('&')}` }];
		},
	);
	const first = Array.isArray(body) ? body[0] : body;
	const inBody = Object.keys(first ?? {}).flatMap((name) =>
		oddTexts.map((odd): [string, OddRequest] => {
			const changed = { ...first, [name]: odd };
			const wrapped = Array.isArray(body) ? [changed] : changed;
			return [`${name}: ${JSON.stringify(odd)}`, { method, path, body: wrapped }];
		}),
	);
	return [...inPath, ...inQuery, ...inBody];
}
