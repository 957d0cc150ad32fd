/** Indices of a search engine and their temporary indices. */
import type { FastifyContextConfig } from 'fastify';
import { Type } from 'typebox';
import { FailureError, failField, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { describeOperation, type Operation } from '../shared/describe-operation.ts';
import { noContent, statusOk } from '../shared/plain-answers.ts';
import { component } from '../shared/schema-component.ts';
import { indexPath, searchEnginePath } from '../shared/target-paths.ts';
import * as wire from './search-engine-wire.ts';

interface Details extends FastifyContextConfig {
	readonly failures: Operation['failures'];
}

function describe(id: string, summary: string, { failures, ...config }: Details) {
	return { id, summary, tag: 'Indices', failures, config: { target: 'index', ...config } } as const;
}

export function addIndexRoutes(app: App): void {
	const list = describe('listIndices', 'List the indices', {
		failures: ['not_found', 'timed_out'],
		target: 'search engine',
		isForEveryMember: true,
	});
	app.get(
		'/indices',
		describeOperation(list, { params: searchEnginePath, response: { 200: Type.Array(wire.indexOutput) } }),
		async (request) => request.searchEngine.indices.map(wire.toIndexWire),
	);

	const create = describe('createIndex', 'Create an index', {
		failures: ['invalid', 'not_found', 'timed_out', 'locked', 'already_exists'],
		target: 'search engine',
		isLocked: true,
	});
	app.post(
		'/indices',
		describeOperation(create, { params: searchEnginePath, body: wire.indexInput, response: { 201: wire.indexOutput } }),
		async (request, reply) => {
			const { name, preset } = request.body;
			const parts = { options: {}, datasources: [], ...unwrap(wire.parseIndexParts(request.body)) };
			const index = unwrap(await request.zone.indices.create(request.searchEngine, { name, preset, ...parts }));
			return reply.code(201).send(wire.toIndexWire(index));
		},
	);

	const read = describe('readIndex', 'Read an index', { failures: ['not_found', 'timed_out'] });
	app.get(
		'/indices/:name',
		describeOperation(read, { params: indexPath, response: { 200: wire.indexOutput } }),
		async (request) => wire.toIndexWire(request.index),
	);

	const update = describe('updateIndex', 'Change the options or data sources of an index', {
		failures: ['invalid', 'not_found', 'timed_out', 'locked'],
		isLocked: true,
	});
	app.patch(
		'/indices/:name',
		describeOperation(update, { params: indexPath, body: wire.indexChangeInput, response: { 200: wire.indexOutput } }),
		async (request) => {
			// Clients may send the whole index back; then the read-only fields must be unchanged.
			for (const field of ['name', 'preset'] as const) {
				const value = request.body[field];
				if (value !== undefined && value !== request.index[field]) {
					throw new FailureError(failField(field, 'cannot be changed').failure);
				}
			}
			const change = unwrap(wire.parseIndexParts(request.body));
			return wire.toIndexWire(
				unwrap(await request.zone.indices.update(request.searchEngine, request.index.name, change)),
			);
		},
	);

	const remove = describe('deleteIndex', 'Delete an index', {
		failures: ['not_found', 'timed_out', 'locked'],
		isLocked: true,
	});
	app.delete(
		'/indices/:name',
		describeOperation(remove, { params: indexPath, response: { 204: noContent } }),
		async (request, reply) => {
			unwrap(await request.zone.indices.remove(request.searchEngine, request.index.name));
			return reply.code(204).send(null);
		},
	);
}

const reindexTask = component(
	'ReindexTask',
	Type.Object({
		status: Type.Enum(['reindexing', 'completed', 'error', 'failure']),
		progress: Type.Number({ minimum: 0, maximum: 1, examples: [0.25] }),
		failures: Type.Optional(Type.Array(Type.String())),
		error: Type.Optional(Type.Object({ reason: Type.String(), type: Type.String() })),
	}),
);

const temporaryOutput = component('TemporaryIndex', Type.Object({ items: Type.Integer({ minimum: 0 }) }));

export function addTemporaryIndexRoutes(app: App): void {
	const create = describe('createTemporaryIndex', 'Create an empty temporary index and lock the search engine', {
		failures: ['invalid', 'not_found', 'temporary_exists'],
	});
	app.post(
		'/indices/:name/temp',
		describeOperation(create, { params: indexPath, response: { 201: statusOk } }),
		async (request, reply) => {
			unwrap(await request.zone.indices.createTemporary(request.searchEngine, request.index.name));
			return reply.code(201).send({ status: 'OK' as const });
		},
	);

	const read = describe('readTemporaryIndex', 'Read how many items the temporary index has', {
		failures: ['not_found', 'timed_out'],
	});
	app.get(
		'/indices/:name/temp',
		describeOperation(read, { params: indexPath, response: { 200: temporaryOutput } }),
		async ({ zone, searchEngine, index }) => {
			const target = { hashid: searchEngine.hashid, indexName: index.name, generation: 'temporary' } as const;
			return { items: unwrap(await zone.items.count(target)) };
		},
	);

	const remove = describe('deleteTemporaryIndex', 'Delete the temporary index and release its lock', {
		failures: ['not_found', 'timed_out'],
	});
	app.delete(
		'/indices/:name/temp',
		describeOperation(remove, { params: indexPath, response: { 204: noContent } }),
		async (request, reply) => {
			unwrap(await request.zone.indices.removeTemporary(request.searchEngine, request.index.name));
			return reply.code(204).send(null);
		},
	);

	const replace = describe('replaceByTemporaryIndex', 'Make the temporary index the live one, in one step', {
		failures: ['not_found', 'timed_out', 'locked'],
	});
	app.post(
		'/indices/:name/_replace_by_temp',
		describeOperation(replace, { params: indexPath, response: { 200: statusOk } }),
		async (request) => {
			unwrap(await request.zone.indices.replaceByTemporary(request.searchEngine, request.index.name));
			return { status: 'OK' as const };
		},
	);

	const start = describe('startReindexing', 'Copy the live items into the temporary index', {
		failures: ['not_found', 'timed_out', 'locked'],
	});
	app.post(
		'/indices/:name/_reindex_to_temp',
		describeOperation(start, { params: indexPath, response: { 200: statusOk } }),
		async (request) => {
			unwrap(await request.zone.indices.startReindex(request.searchEngine, request.index.name));
			return { status: 'OK' as const };
		},
	);

	const status = describe('readReindexing', 'How far the copy is; known for 24 hours after its end', {
		failures: ['not_found', 'timed_out'],
	});
	app.get(
		'/indices/:name/_reindex_to_temp',
		describeOperation(status, { params: indexPath, response: { 200: reindexTask } }),
		async (request) => {
			const task = unwrap(await request.zone.indices.readReindex(request.searchEngine, request.index.name));
			const isDone = task.status === 'completed';
			const progress =
				isDone || task.totalCount === 0 ? Number(isDone) : Math.min(1, task.copiedCount / task.totalCount);
			if (task.error === null) return { status: task.status, progress };
			return { status: task.status, progress, error: { reason: task.error, type: 'reindexing' } };
		},
	);
}
