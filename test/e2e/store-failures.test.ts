/** A store that fails as stores do: every route says so, and none that something unforeseen has happened. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FailureCode, FailureError, fail } from '../../src/lib/failure.ts';
import type { Database } from '../../src/ports/database.ts';
import { createApi } from '../support/api.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

/** What the adapters of both stores make of a lock, a lost connection and a crowd. */
const failureCodes: readonly FailureCode[] = ['timed_out', 'unavailable', 'overloaded'];

let app: ServedApp;
let tenant: Tenant;
let calls: readonly RouteCall[];
let cookie = '';
let failing: FailureCode | undefined;
let failureCount = 0;

type Repository = Record<string, unknown>;

/** Who calls is known all the same, so that what the routes themselves ask fails. What is asked without waiting is no statement. */
function failOnDemand(database: Database): void {
	for (const [name, repository] of Object.entries(database) as unknown as [string, Repository][]) {
		if (name === 'accounts' || name === 'sessions' || name === 'invalidation') continue;
		for (const [method, call] of Object.entries(repository)) {
			if (typeof call !== 'function' || method === 'log') continue;
			repository[method] = async (...given: readonly unknown[]) => {
				if (failing === undefined) return call.apply(repository, given);
				failureCount += 1;
				throw new FailureError(fail(failing).failure);
			};
		}
	}
}

before(async () => {
	app = await serveApp({}, (database) => {
		failOnDemand(database);
		return openScan(database);
	});
	tenant = await openTenant(app.url, app.operatorToken);
	calls = toRouteCalls(app.routes, tenant);
	cookie = `vitrine_session=${(await signInWithKey(app.url, tenant.key)).cookie()}`;
});
after(async () => {
	failing = undefined;
	await app[Symbol.asyncDispose]();
});

function send({ method, path, body, access }: RouteCall) {
	const ofSession = { cookie, origin: app.url, 'sec-fetch-site': 'same-origin' };
	const key = access === 'operator' ? app.operatorToken : tenant.key;
	const isOpen = access === 'public' || access === 'widget' || access === 'sign_in';
	const api = createApi(app.url, isOpen || access === 'session' ? undefined : key);
	return api.call(path, {
		...{ method, headers: access === 'session' ? ofSession : {} },
		...(body === undefined ? {} : { body }),
	});
}

describe('every route, while the store fails', () => {
	for (const code of failureCodes) {
		it(`with ${code}`, async () => {
			failing = code;
			failureCount = 0;
			const unforeseen: string[] = [];
			for (const call of calls) {
				const { status, text } = await send(call);
				if (status === 500) unforeseen.push(`${call.method} ${call.pattern}: ${text}`);
			}
			failing = undefined;
			assert.deepEqual(unforeseen, []);
			assert(failureCount > calls.length / 3, `${failureCount} failures in ${calls.length} calls`);
		});
	}
});
