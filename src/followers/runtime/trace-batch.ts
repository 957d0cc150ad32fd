/** Spans of what followers apply: each batch is a trace of its own, which says how far the follower was behind. */
import { isTracing, type TraceCarrier, traceCall } from '../../lib/tracing.ts';
import type { LogName } from '../../ports/change-feed.ts';

/** A batch as its span has it. */
export interface BatchDescription {
	/** What follows, in a few words. */
	readonly follower: string;
	readonly log: LogName;
	/** At least one, or there is no span. */
	readonly changeCount: number;
	/** Changes up to the end of the log as it was known, with those of the batch. */
	readonly lagCount?: number;
	/** The times of the changes, by the date, if they have any. */
	readonly changes?: readonly { readonly occurredAtMs?: number }[];
	readonly hashid?: string;
}

interface NotedCall {
	readonly carrier: TraceCarrier;
	readonly atMs: number;
}

const notedCallsMax = 32;
/** By then what a call has written was read, or is not followed here. */
const notedCallMs = 5000;

/** Calls on any node that have written to a log; the tracer is one for the thread, and so are they. */
const noted = new Map<LogName, readonly NotedCall[]>();

/** The next batch of the log is linked to these calls, if it comes soon. @param calls as `traceparent` */
export function noteCalls(log: LogName, calls: readonly string[]): void {
	if (calls.length === 0 || !isTracing()) return;
	const atMs = performance.now();
	const more = calls.map((traceparent) => ({ carrier: { traceparent }, atMs }));
	noted.set(log, [...(noted.get(log) ?? []), ...more].slice(-notedCallsMax));
}

function takeCalls(log: LogName): readonly TraceCarrier[] {
	const calls = noted.get(log) ?? [];
	noted.delete(log);
	return calls.filter(({ atMs }) => performance.now() - atMs < notedCallMs).map(({ carrier }) => carrier);
}

/** @param describe is called only if there is tracing */
export function traceBatch<T>(describe: () => BatchDescription | undefined, work: () => Promise<T>): Promise<T> {
	const description = isTracing() ? describe() : undefined;
	if (description === undefined || description.changeCount === 0) return work();
	const { follower, log, changeCount, lagCount, changes, hashid } = description;
	const lagMs = findLagMs(changes ?? []);
	return traceCall(
		{
			name: `follow ${follower}`,
			parent: {},
			links: takeCalls(log),
			attributes: {
				'vitrine.follower': follower,
				'vitrine.follower.changes': changeCount,
				...(lagCount !== undefined && { 'vitrine.follower.lag_changes': lagCount }),
				...(lagMs !== undefined && { 'vitrine.follower.lag_ms': lagMs }),
				...(hashid !== undefined && { 'vitrine.search_engine': hashid }),
			},
		},
		work,
	);
}

/** Since the oldest change; 0 if the clock that wrote it is ahead. */
function findLagMs(changes: readonly { readonly occurredAtMs?: number }[]): number | undefined {
	const times = changes.flatMap(({ occurredAtMs }) => occurredAtMs ?? []);
	if (times.length === 0) return undefined;
	const oldestMs = times.reduce((oldest, time) => Math.min(oldest, time));
	// The date as it was when this thread began, and what has passed since: a clock that is set changes no lag.
	return Math.max(0, Math.round(performance.timeOrigin + performance.now() - oldestMs));
}
