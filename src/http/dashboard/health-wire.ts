/** The state of the server and its problems, on the wire. */
import { type Static, Type } from 'typebox';
import type { IndexReports } from '../../app/health/health.ts';
import { type ClusterNode, nodeStates } from '../../domain/health/cluster-node.ts';
import { type FollowerState, followerNames } from '../../domain/health/follower-state.ts';
import { type IndexReport, indexStates } from '../../domain/health/index-report.ts';
import { type Problem, problemKinds, severities } from '../../domain/health/problem.ts';
import { type ServerState, threadNames } from '../../domain/health/server-state.ts';
import { hashidExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';

const bytes = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

const thread = Type.Object({
	name: Type.Enum([...threadNames], { description: 'A server of several zones has some of them for each zone' }),
	busy: Type.Number({ minimum: 0, maximum: 1, description: 'The share of the last seconds in which it was busy' }),
	heap_bytes: nullable(bytes(), { description: 'Of its JavaScript objects; null when it did not say in time' }),
});

const follower = Type.Object({
	name: Type.Enum([...followerNames]),
	behind: nullable(Type.Integer(), {
		description: 'About how many writes of items (search) or events (the others) it has yet to apply; null: no answer',
	}),
	seconds_behind: nullable(Type.Number(), {
		description: 'For how long the oldest of them has been waiting; null: nothing says so',
	}),
});

const node = Type.Object({
	id: Type.String({ examples: ['9f2c41d7a0b3e586'] }),
	self: Type.Boolean({ description: 'Whether it is the server that answers' }),
	version: Type.String({ examples: ['1.0.0'] }),
	state: Type.Enum([...nodeStates], {
		description: '`draining`: about to stop; `gone`: stopped. A node that was killed stays as it was',
	}),
	alive: Type.Boolean({ description: 'Whether it was seen within the last ten seconds, and has not stopped' }),
	seconds_since_seen: Type.Number({ minimum: 0 }),
	started_at: Type.String({ format: 'date-time', examples: ['2026-11-25T09:30:00.000Z'] }),
	followers: Type.Array(follower, { description: 'Its search indexes and models' }),
	jobs: Type.Array(Type.String(), {
		description: 'What it does for all nodes now',
		examples: [['garbage collection', 'statistics']],
	}),
});

const indexReport = Type.Object({
	hashid: Type.String({ examples: [hashidExample] }),
	search_engine: Type.String({ description: 'Its name' }),
	index: Type.String(),
	state: Type.Enum([...indexStates], {
		description:
			'`rebuilding`: it is searched while another one is built in its stead. `building`: it is not searched before it is whole. `failing`: building it failed several times in a row. `unknown`: it did not answer',
	}),
	items: Type.Integer({ description: 'Those that searches find' }),
	writes_behind: Type.Integer({ description: 'Writes that searches cannot see yet' }),
	segments: Type.Integer(),
	bytes: bytes(),
});

export const healthOutput = component(
	'ServerHealth',
	Type.Object({
		version: Type.String({ examples: ['1.0.0'] }),
		node: Type.String({ description: 'Version of Node.js', examples: ['24.21.0'] }),
		store: Type.Enum(['sqlite', 'postgresql']),
		zone: Type.String({ examples: ['eu1'] }),
		uptime_seconds: Type.Integer(),
		threads: Type.Array(thread, { description: 'Those that the main thread starts, which is the first' }),
		memory: Type.Object({
			used_bytes: bytes('Of the process, with all threads'),
			limit_bytes: bytes('What it may use'),
		}),
		disk: Type.Object(
			{ free_bytes: bytes(), total_bytes: bytes(), store_bytes: nullable(bytes(), { description: 'The database' }) },
			{ description: 'Of the data directory' },
		),
		followers: Type.Array(follower, { description: 'What follows the store of the zone' }),
		nodes: nullable(
			Type.Array(node, {
				description: 'The servers on the database, the living first, 100 at most; empty with SQLite',
			}),
			{ description: 'Null when the database does not answer' },
		),
		indexes: Type.Array(indexReport, { description: 'The first 100 of the account; empty on a server without search' }),
		indexes_left_out: Type.Integer({ description: 'How many more there are' }),
	}),
);

const problem = Type.Object({
	code: Type.Enum(Object.keys(problemKinds) as (keyof typeof problemKinds)[]),
	severity: Type.Enum([...severities]),
	engine: Type.Optional(Type.String({ description: 'Hashid of a search engine' })),
	index: Type.Optional(Type.String()),
	widget: Type.Optional(Type.String({ description: 'Id of a widget' })),
	values: Type.Object(
		{
			follower: Type.Optional(Type.Enum([...followerNames])),
			count: Type.Optional(Type.Integer({ description: 'Writes, events, searches, impressions or answers' })),
			empty: Type.Optional(Type.Integer({ description: 'Of the answers, those without items' })),
			seconds: Type.Optional(Type.Number()),
			share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
			free_bytes: Type.Optional(bytes()),
			total_bytes: Type.Optional(bytes()),
		},
		{ description: 'How bad it is' },
	),
});

export const problemsOutput = component('Problems', Type.Array(problem, { description: 'The worst first' }));

export function toHealthWire(
	zone: string,
	state: ServerState,
	{ reports, leftOutCount }: IndexReports,
): Static<typeof healthOutput> {
	return {
		version: state.version,
		node: state.nodeVersion,
		store: state.storeKind,
		zone,
		uptime_seconds: Math.floor(state.uptimeMs / 1000),
		threads: state.threads.map(({ name, busyRatio, heapBytes }) => ({
			name,
			busy: Math.round(busyRatio * 1000) / 1000,
			heap_bytes: heapBytes,
		})),
		memory: { used_bytes: state.usedBytes, limit_bytes: state.memoryLimitBytes },
		disk: {
			free_bytes: state.disk.freeBytes,
			total_bytes: state.disk.totalBytes,
			store_bytes: state.storeBytes,
		},
		followers: state.followers.map(toFollowerWire),
		nodes: state.nodes === null ? null : state.nodes.map(toNodeWire),
		indexes: reports.map(toIndexWire),
		indexes_left_out: leftOutCount,
	};
}

function toFollowerWire({ name, behindCount, behindMs }: FollowerState): Static<typeof follower> {
	return { name, behind: behindCount, seconds_behind: behindMs === null ? null : behindMs / 1000 };
}

function toNodeWire(found: ClusterNode): Static<typeof node> {
	return {
		id: found.id,
		self: found.isSelf,
		version: found.version,
		state: found.state,
		alive: found.isAlive,
		seconds_since_seen: Math.max(0, found.seenMsAgo / 1000),
		started_at: new Date(found.startedAtMs).toISOString(),
		followers: found.followers.map(toFollowerWire),
		jobs: [...found.jobs],
	};
}

function toIndexWire(report: IndexReport): Static<typeof indexReport> {
	return {
		hashid: report.hashid,
		search_engine: report.engineName,
		index: report.indexName,
		state: report.state,
		items: report.itemCount,
		writes_behind: report.writesBehind,
		segments: report.segmentCount,
		bytes: report.byteCount,
	};
}

export function toProblemWire(found: Problem): Static<typeof problem> {
	const { code, hashid, indexName, widgetId, follower: name, count, emptyCount, ms, ratio, ...disk } = found;
	const { freeBytes, totalBytes } = disk;
	return {
		code,
		severity: problemKinds[code].severity,
		...(hashid !== undefined && { engine: hashid }),
		...(indexName !== undefined && { index: indexName }),
		...(widgetId !== undefined && { widget: widgetId }),
		values: {
			...(name !== undefined && { follower: name }),
			...(count !== undefined && { count }),
			...(emptyCount !== undefined && { empty: emptyCount }),
			...(ms !== undefined && { seconds: Math.round(ms / 1000) }),
			...(ratio !== undefined && { share: Math.round(ratio * 1000) / 1000 }),
			...(freeBytes !== undefined && { free_bytes: freeBytes }),
			...(totalBytes !== undefined && { total_bytes: totalBytes }),
		},
	};
}
