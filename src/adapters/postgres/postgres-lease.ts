/**
 * Leases as rows, whose times are those of the database: clocks of nodes may be wrong.
 *
 *     free or expired ── hold ──► held, fence n + 1 ── hold, a third later ──► renewed, fence n
 *           ▲                          │
 *           └──── release, expiry ─────┘
 *
 * Nothing is bound to a session, so a pooler may be between. A transaction under the lease reads its row `for share`: as long
 * as that transaction is open nobody takes the lease, and if somebody did before, it is rolled back. Whoever wants to take
 * a lease passes over a row that is locked, instead of waiting for a process that stands still.
 */
import { sql } from 'kysely';
import { FailureError, fail } from '../../lib/failure.ts';
import type { Lease, LeasedJob } from '../../ports/lease.ts';
import type { TransactionStatements } from '../sql/unit-of-work.ts';
import { defineSql } from './define-sql.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** A process that is killed holds up its jobs for as long, and `askIntervalMs`. */
const leaseMs = 8_000;
/** Between two statements of a process that holds the lease, or waits for it. */
const renewIntervalMs = 2_500;
const askIntervalMs = 1_000;

type HolderArguments = { readonly name: string; readonly holder: string };
type TakeArguments = HolderArguments & { readonly leaseMs: number };
type FenceArguments = HolderArguments & { readonly fence: number };
interface FenceRow {
	readonly fence: number;
}

const expiry = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

const takeLease = defineSql<FenceRow, TakeArguments>(
	(args) => sql`
		with own as (
			select name from lease
			where name = ${args.name} and (holder = ${args.holder} or expires_at <= clock_timestamp())
			for update skip locked
		)
		update lease set
			holder = ${args.holder},
			fence = fence + case when holder = ${args.holder} and expires_at > clock_timestamp() then 0 else 1 end,
			expires_at = ${expiry(args.leaseMs)}
		from own where lease.name = own.name
		returning fence`,
);

/** Of a name that nobody has used yet. */
const insertLease = defineSql<FenceRow, TakeArguments>(
	(args) => sql`
		insert into lease (name, holder, fence, expires_at)
		values (${args.name}, ${args.holder}, 1, ${expiry(args.leaseMs)})
		on conflict (name) do nothing
		returning fence`,
);

const releaseLease = defineSql<never, HolderArguments>(
	(args) => sql`
		update lease set expires_at = clock_timestamp()
		where name = ${args.name} and holder = ${args.holder} and expires_at > clock_timestamp()`,
);

const shareLease = defineSql<FenceRow, FenceArguments>(
	(args) => sql`
		select fence from lease
		where name = ${args.name} and holder = ${args.holder} and fence = ${args.fence}
		for share`,
);

/** Of a process that is known to have ended. */
export const releaseAllLeases = defineSql<never, { holder: string }>(
	(args) => sql`
		update lease set expires_at = clock_timestamp()
		where holder = ${args.holder} and expires_at > clock_timestamp()`,
);

export interface PostgresLease extends Lease {
	/** At the beginning of a transaction; rejects, so that it is rolled back, if the lease was lost. */
	check(transaction: TransactionStatements): Promise<void>;
}

export interface PostgresLeaseOptions {
	readonly job: LeasedJob;
	/** Different for each process that ever was. */
	readonly holder: string;
	/** A monotonic clock in milliseconds. */
	readonly nowMs: () => number;
	/** By default that of the program. */
	readonly durationMs?: number;
}

/** Opens no connection yet. A lease of a job may be opened once in each process. */
export function openPostgresLease(
	{ autocommit }: Pick<PostgresPool, 'autocommit'>,
	{ job: name, holder, nowMs, durationMs = leaseMs }: PostgresLeaseOptions,
): PostgresLease {
	let fence: number | undefined;
	/** Until then the last answer stands. */
	let nextAskMs = Number.NEGATIVE_INFINITY;

	function lose(): void {
		fence = undefined;
		nextAskMs = Number.NEGATIVE_INFINITY;
	}

	return {
		async hold() {
			const askedMs = nowMs();
			if (askedMs < nextAskMs) return fence;
			lose();
			const args = { name, holder, leaseMs: durationMs };
			const row = (await autocommit.first(takeLease, args)) ?? (await autocommit.first(insertLease, args));
			fence = row?.fence;
			nextAskMs = askedMs + (fence === undefined ? askIntervalMs : Math.min(renewIntervalMs, durationMs / 3));
			return fence;
		},
		async release() {
			lose();
			await autocommit.run(releaseLease, { name, holder });
		},
		async check(transaction) {
			const held = fence === undefined ? undefined : await transaction.first(shareLease, { name, holder, fence });
			if (held !== undefined) return;
			lose();
			throw new FailureError(fail('unavailable').failure, { cause: new Error(`the lease of "${name}" was lost`) });
		},
	};
}
