/** Spans of the use cases of a zone, and of the ports that do more for them than a statement. */
import type { ZoneServices } from '../http/server/zone-services.ts';
import { isTracing, traceCalls, traceFunction, traceJob } from '../lib/tracing.ts';
import type { LeasedJob, OpenJob } from '../ports/lease.ts';
import type { Recommender } from '../ports/recommender.ts';
import type { SearchIndex } from '../ports/search-index.ts';

/** What answers at once, for every request, or is asked by probes. */
const untraced: readonly (keyof ZoneServices)[] = [
	'zone',
	'isOperator',
	'isDraining',
	'editLocks',
	'callCounter',
	'keyLimiter',
	'publicLimiter',
	'pageLimiter',
	'clock',
	'randomness',
	'check',
];

/** The services themselves, unless there is tracing. */
export function traceServices(services: ZoneServices): ZoneServices {
	if (!isTracing()) return services;
	const entries = Object.entries(services).map(([name, service]) => {
		if (untraced.some((each) => each === name)) return [name, service];
		return [name, name === 'search' ? traceMembers(name, service) : traceMember(name, service)];
	});
	return Object.fromEntries(entries);
}

function traceMembers(prefix: string, members: object | undefined): unknown {
	if (members === undefined) return undefined;
	const { keptAnswers, ...others } = members as { readonly keptAnswers?: unknown };
	const entries = Object.entries(others).map(([name, member]) => [name, traceMember(`${prefix}.${name}`, member)]);
	return { ...Object.fromEntries(entries), keptAnswers };
}

function traceMember(name: string, member: unknown): unknown {
	if (typeof member === 'function') return traceFunction(name, member as () => unknown);
	return typeof member === 'object' && member !== null ? traceCalls(name, member) : member;
}

interface TracedPorts {
	readonly searchIndex: SearchIndex | undefined;
	readonly recommender: Recommender;
}

/** The same for what use cases call. */
export function tracePorts<Parts extends TracedPorts>(parts: Parts): Parts {
	const { searchIndex, recommender } = parts;
	return {
		...parts,
		searchIndex: searchIndex && traceCalls('search_index', searchIndex),
		recommender: traceCalls('recommender', recommender),
	};
}

/** Each call that a background job makes of its database is a trace of its own, if it does more than look. */
export function traceJobs(openJob: OpenJob): OpenJob {
	if (!isTracing()) return openJob;
	return (job) => {
		const { lease, database } = openJob(job);
		const { items, events, changes } = database;
		const trace = <T extends object>(member: T) => traceJobCalls(job, member);
		const traced = { items: trace(items), events: trace(events), changes: trace(changes) };
		return { lease, database: { ...database, ...traced } };
	};
}

function traceJobCalls<T extends object>(job: LeasedJob, member: T): T {
	const entries = Object.entries(member).map(([name, work]) => {
		const traced = (...args: unknown[]) => traceJob(`job ${job}`, () => work(...args));
		return [name, typeof work === 'function' ? traced : work];
	});
	return Object.fromEntries(entries) as T;
}
