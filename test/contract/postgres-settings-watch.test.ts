/** A process notices what others change of settings, without a hint of theirs. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readMonotonicMs } from '../../src/lib/monotonic-time.ts';
import { createSharedTime } from '../../src/lib/shared-time.ts';
import { createPreparedDatabase, openTestDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { waitFor } from '../support/wait-for.ts';

let url: string;
before(async () => {
	url = await createPreparedDatabase();
});

/** Statements of another program, each with what it needs to change a row. */
const changes: readonly string[] = [
	`insert into account (id, name, created_at_ms) values ('a', 'A', 0)`,
	`insert into app_user (code, account_id, name, role, created_at_ms) values ('u', 'a', 'U', 'owner', 0)`,
	`insert into api_key (id, user_code, name, created_at_ms, digest, sealed) values ('k', 'u', 'K', 0, 'd', 's')`,
	`update api_key set revoked_at_ms = 1`,
	`insert into store (id, account_id, name, created_at_ms, allowed_domains, is_cors_enforced, blocked_ips) values ('s', 'a', 'S', 0, '[]', 0, '[]')`,
	`insert into widget (id, store_id, name, created_at_ms) values ('w', 's', 'W', 0)`,
	`insert into search_engine (hashid, account_id, name, currency, locale, has_stopwords, is_default, has_grouping, platform, created_at_ms) values ('h', 'a', 'E', 'EUR', 'en', 1, 0, 0, 'api', 0)`,
	`insert into search_settings (hashid, version, settings) values ('h', 1, '{}')`,
	`insert into search_index (hashid, name, preset, options, datasources, live_generation_id) values ('h', 'product', 'product', '{}', '[]', 1)`,
	`update search_index set temporary_generation_id = 2`,
	`delete from account`,
];

describe('the watch on settings', () => {
	it('notices every change, also one by hand with another search path', async (t) => {
		const { invalidation, watchSettings } = openTestDatabase(t, url);
		const trueAt = createSharedTime();
		const watch = watchSettings(trueAt);
		t.after(watch.stop);
		await waitFor('a first look', trueAt.read, Number.isFinite);
		for (const change of changes) {
			const version = invalidation.readSettingsVersion();
			await queryPostgres(
				url,
				change.replace(/(into|update|from) /, '$1 public.').replace(/^/, 'set search_path to pg_catalog; '),
			);
			await waitFor(`the change ${change}`, invalidation.readSettingsVersion, (now) => now !== version);
		}
	});

	it('says when nothing has changed, and does not take items for settings', async (t) => {
		const { invalidation, watchSettings } = openTestDatabase(t, url);
		const trueAt = createSharedTime();
		const watch = watchSettings(trueAt);
		t.after(watch.stop);
		await waitFor('a first look', trueAt.read, Number.isFinite);
		const version = invalidation.readSettingsVersion();
		await queryPostgres(url, `insert into generation (state, seq, item_count) values ('live', 1, 1)`);
		await queryPostgres(
			url,
			`insert into item (generation_id, seq, first_seq, item_key, id, body) values (1, 1, 1, 'k', 'i', '{}')`,
		);
		const nowMs = readMonotonicMs();
		await waitFor('another look', trueAt.read, (ms) => ms > nowMs);
		assert.equal(invalidation.readSettingsVersion(), version);
	});

	it('notices that a transaction is committed after one that began later', async (t) => {
		const { invalidation, watchSettings } = openTestDatabase(t, url);
		const trueAt = createSharedTime();
		const watch = watchSettings(trueAt);
		t.after(watch.stop);
		await queryPostgres(
			url,
			`insert into account (id, name, created_at_ms) values ('b', 'B', 0); insert into settings_change (transaction) values (1)`,
		);
		const nowMs = readMonotonicMs();
		await waitFor('both', trueAt.read, (ms) => ms > nowMs);
		const version = invalidation.readSettingsVersion();
		await queryPostgres(url, 'insert into settings_change (transaction) values (2)');
		await waitFor('the late one', invalidation.readSettingsVersion, (now) => now !== version);
	});

	it('is not misled by what is cleaned up', async (t) => {
		const { openJob } = openTestDatabase(t, url);
		await queryPostgres(
			url,
			`update settings_change set changed_at = changed_at - interval '61 minutes' where transaction < 3`,
		);
		const job = openJob('forgotten nodes', 'test');
		await job.lease.hold();
		await job.removeOldSettingsChanges();
		const [row] = await queryPostgres(
			url,
			'select count(*)::int as count, min(transaction)::int as first from settings_change',
		);
		assert(Number(row?.count) > 0 && Number(row?.first) > 2);
	});
});
