/** The items of an index: one set of operations for the live index, one for its temporary index. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { GenerationKind, ItemTarget, ItemWrite, ItemWriteResult } from '../../domain/item/item.ts';
import { decodeJsonText, type ItemBatch, type ItemOptions, parseItem } from '../../domain/item/parse-items.ts';
import type { ItemRules } from '../../domain/item/preset-rules.ts';
import { toWrittenGeneration } from '../../domain/search-engine/search-engine.ts';
import { FailureError, fail, failField, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { describeOperation, type Operation } from '../shared/describe-operation.ts';
import { noContent } from '../shared/plain-answers.ts';
import { formatPosition, positionHeader } from '../shared/position-header.ts';
import { component } from '../shared/schema-component.ts';
import { indexPath, itemPath } from '../shared/target-paths.ts';
import { admitTargetNow } from './admission.ts';
import type { BatchParser } from './batch-parser.ts';
import { readItemIds } from './item-path.ts';
import { sendText, sendTexts, toSentText } from './item-reply.ts';
import * as wire from './item-wire.ts';

const tag = 'Items';

/** How the routes of one generation are called and guarded. */
interface GenerationRoutes {
	readonly generation: GenerationKind;
	readonly path: string;
	readonly idSuffix: string;
	/** The noun with its article, and the plural. */
	readonly noun: string;
	readonly plural: string;
}

const live: GenerationRoutes = {
	generation: 'live',
	path: '/indices/:name/items',
	idSuffix: '',
	noun: 'an item',
	plural: 'items',
};
const temporary: GenerationRoutes = {
	generation: 'temporary',
	path: '/indices/:name/temp/items',
	idSuffix: 'InTemporaryIndex',
	noun: 'an item of the temporary index',
	plural: 'items of the temporary index',
};

export function addItemRoutes(app: App, parser: BatchParser): void {
	for (const routes of [live, temporary]) {
		addReadRoutes(app, routes, parser);
		addSingleWriteRoutes(app, routes);
		addBulkRoutes(app, routes, parser);
	}
	addScrollRoutes(app);
}

function toTarget({ searchEngine, index }: FastifyRequest, { generation }: GenerationRoutes): ItemTarget {
	return { hashid: searchEngine.hashid, indexName: index.name, generation };
}

function toRules({ searchEngine: { locale, currency }, index }: FastifyRequest): ItemRules {
	return { preset: index.preset, priceFormat: { locale, currency } };
}

/** Describes a read. Reads change nothing; a temporary index locks only writes to the live index. */
function describeRead(routes: GenerationRoutes, id: string, summary: string): Operation {
	return {
		id: id + routes.idSuffix,
		summary,
		tag,
		failures: ['not_found', 'timed_out'],
		config: { target: 'index', isAboutItems: true },
	};
}

function describeWrite(routes: GenerationRoutes, id: string, summary: string): Operation {
	const isLocked = routes.generation === 'live';
	return {
		id: id + routes.idSuffix,
		summary,
		tag,
		failures: ['invalid', 'not_found', 'timed_out', ...(isLocked ? (['locked'] as const) : [])],
		config: { target: 'index', isAboutItems: true, isLocked, isItemWrite: isLocked, hasRawBody: true },
	};
}

/** Route schemas only document raw bodies; the item parser checks them. */
const acceptAnyBody = { validatorCompiler: () => () => true };

function addReadRoutes(app: App, routes: GenerationRoutes, parser: BatchParser): void {
	const read = describeRead(routes, 'readItem', `Read ${routes.noun}`);
	app.get(
		`${routes.path}/*`,
		describeOperation(read, { params: itemPath, response: { 200: wire.item } }),
		async (request, reply) => {
			const found = unwrap(await request.zone.items.read(toTarget(request, routes), readItemIds(request.url)));
			return toSentText(reply, found.text);
		},
	);

	const described = describeRead(routes, 'readItems', `Read up to 100 ${routes.plural} by id`);
	const readMany = {
		...described,
		failures: [...described.failures, 'invalid' as const, 'batch_too_large' as const],
		config: { ...described.config, hasRawBody: true, isReading: true },
	};
	app.post(
		`${routes.path}/_mget`,
		{
			...describeOperation(readMany, { params: indexPath, body: wire.itemIds, response: { 200: wire.foundItems } }),
			...acceptAnyBody,
		},
		async (request, reply) => {
			const batch = await parseBulk(request, parser, 'delete');
			const ids = wire.toWrites(batch).map(({ id }) => id);
			const found = unwrap(await request.zone.items.readMany(toTarget(request, routes), ids));
			return sendTexts(reply, wire.toFoundTexts(ids, found));
		},
	);
}

const pageItemsMax = 100;

const scrollQuery = Type.Object({
	scroll_id: Type.Optional(Type.String({ description: 'From the first page; the same one for every page' })),
	rpp: Type.Integer({
		minimum: 1,
		default: pageItemsMax,
		description: `Items of a page: ${pageItemsMax} at most, also where more are asked for`,
	}),
	group_id: Type.Optional(Type.String({ description: 'Only the variants of this group' })),
	use_full_index: Type.Optional(Type.Boolean({ description: 'Accepted; a scroll always shows every item' })),
});

function addScrollRoutes(app: App): void {
	const scroll = describeRead(live, 'scrollItems', 'Page through all items as they are at the first page');
	const withQuery = { ...scroll, failures: [...scroll.failures, 'invalid' as const] };
	app.get(
		live.path,
		describeOperation(withQuery, { params: indexPath, querystring: scrollQuery, response: { 200: wire.itemPage } }),
		async (request, reply) => {
			const { scroll_id: scrollId, rpp, group_id: groupId = null } = request.query;
			const query = {
				scrollId: scrollId === '' ? undefined : scrollId,
				itemCountMax: Math.min(rpp, pageItemsMax),
				groupId,
			};
			const page = unwrap(await request.zone.items.scroll(toTarget(request, live), query));
			return sendTexts(reply, wire.toPageTexts(page));
		},
	);

	const count = describeRead(live, 'countItems', 'Count the items');
	const countResult = component('ItemCount', Type.Object({ count: Type.Integer({ minimum: 0 }) }));
	app.get(
		`${live.path}/_count`,
		describeOperation(count, { params: indexPath, response: { 200: countResult } }),
		async (request) => ({ count: unwrap(await request.zone.items.count(toTarget(request, live))) }),
	);
}

function addSingleWriteRoutes(app: App, routes: GenerationRoutes): void {
	const create = describeWrite(routes, 'createItem', `Create or overwrite ${routes.noun}`);
	app.post(
		routes.path,
		{
			...describeOperation(create, { params: indexPath, body: wire.newItem, response: { 201: wire.item } }),
			...acceptAnyBody,
		},
		async (request, reply) => {
			const makeId = () => request.zone.randomness.hex(16);
			const write = parseOne(request, { ...toRules(request), kind: 'put', makeId });
			await writeOne(reply, routes, write);
			return sendText(reply, write.kind === 'put' ? write.text : '', 201);
		},
	);

	const update = describeWrite(routes, 'updateItem', `Change fields of ${routes.noun}`);
	app.patch(
		`${routes.path}/*`,
		{
			...describeOperation(update, { params: itemPath, body: wire.itemChange, response: { 200: wire.item } }),
			...acceptAnyBody,
		},
		async (request, reply) => {
			const id = await findWrittenId(request, routes);
			const write = parseOne(request, { ...toRules(request), kind: 'merge', id });
			const { text = '' } = await writeOne(reply, routes, write);
			return sendText(reply, text);
		},
	);

	const replace = describeWrite(routes, 'replaceItem', `Overwrite ${routes.noun}`);
	app.put(
		`${routes.path}/*`,
		{
			...describeOperation(replace, { params: itemPath, body: wire.newItem, response: { 200: wire.item } }),
			...acceptAnyBody,
		},
		async (request, reply) => {
			const id = await findWrittenId(request, routes);
			const write = parseOne(request, { ...toRules(request), kind: 'put', makeId: () => id });
			if (write.id !== id) throw new FailureError(failField('id', 'must be that of the path, or left out').failure);
			await writeOne(reply, routes, write);
			return sendText(reply, write.kind === 'put' ? write.text : '');
		},
	);

	const remove = describeWrite(routes, 'deleteItem', `Delete ${routes.noun}`);
	app.delete(
		`${routes.path}/*`,
		describeOperation(remove, { params: itemPath, response: { 204: noContent } }),
		async (request, reply) => {
			const id = await findWrittenId(request, routes);
			await writeOne(reply, routes, { kind: 'delete', id });
			return reply.code(204).send(null);
		},
	);
}

/**
 * The id that is to be written. That it is not there is no answer where the engine is locked, and what is known of that may be a
 * moment old.
 */
async function findWrittenId(request: FastifyRequest, routes: GenerationRoutes): Promise<string> {
	const found = await findId(request, routes);
	if (found.ok) return found.value.id;
	await admitTargetNow(request);
	return unwrap(await findId(request, routes)).id;
}

/** Which id the path means: it may spell one in several ways, and the first that exists counts. */
async function findId(request: FastifyRequest, routes: GenerationRoutes) {
	const { items } = request.zone;
	const ids = readItemIds(request.url);
	const target = toTarget(request, routes);
	if (routes.generation === 'live' && toWrittenGeneration(request.index, false) === 'temporary') {
		const written = await items.read({ ...target, generation: 'temporary' }, ids);
		if (written.ok) return written;
	}
	// The temporary index may be gone by now, or have no such item; then the write itself reports that.
	return items.read(target, ids);
}

function readBytes(request: FastifyRequest): Uint8Array<ArrayBuffer> {
	return request.body instanceof Uint8Array ? (request.body as Uint8Array<ArrayBuffer>) : new Uint8Array();
}

function parseOne(request: FastifyRequest, options: ItemOptions): ItemWrite {
	const bytes = readBytes(request);
	if (bytes.length === 0 && options.kind === 'put') throw new FailureError(failField('body', 'is required').failure);
	const text = bytes.length === 0 ? '{}' : unwrap(decodeJsonText(bytes));
	return unwrap(parseItem(text, options));
}

/** Also says where what was written can be waited for. */
async function writeAll(
	reply: FastifyReply,
	routes: GenerationRoutes,
	writes: readonly ItemWrite[],
): Promise<readonly ItemWriteResult[]> {
	const { request } = reply;
	const results = unwrap(await request.zone.items.write(toTarget(request, routes), writes));
	if (routes.generation === 'live') reply.header(positionHeader, formatPosition(request.index.name));
	return results;
}

async function writeOne(reply: FastifyReply, routes: GenerationRoutes, write: ItemWrite): Promise<ItemWriteResult> {
	const [result] = await writeAll(reply, routes, [write]);
	if (result === undefined || result.result === 'not_found') throw new FailureError(fail('not_found').failure);
	if (result.result === 'error') throw new FailureError(failField('item', result.error ?? 'is invalid').failure);
	return result;
}

const bulkMethods = [
	{ method: 'POST', kind: 'put', id: 'createItems', verb: 'Create or overwrite', body: wire.newItems },
	{ method: 'PATCH', kind: 'merge', id: 'updateItems', verb: 'Change fields of', body: wire.itemPatches },
	{ method: 'DELETE', kind: 'delete', id: 'deleteItems', verb: 'Delete', body: wire.itemIds },
] as const;

function addBulkRoutes(app: App, routes: GenerationRoutes, parser: BatchParser): void {
	for (const { method, kind, id, verb, body } of bulkMethods) {
		const operation = describeWrite(routes, id, `${verb} up to 100 ${routes.plural}`);
		const described = describeOperation(
			{ ...operation, failures: [...operation.failures, 'batch_too_large'] },
			{ params: indexPath, body, response: { 200: wire.bulkResult } },
		);
		app.route({
			method,
			url: `${routes.path}/_bulk`,
			...described,
			...acceptAnyBody,
			handler: async (request, reply) => {
				const batch = await parseBulk(request, parser, kind);
				const writes = wire.toWrites(batch);
				const results = writes.length === 0 ? [] : await writeAll(reply, routes, writes);
				return wire.toBulkResult(batch, results);
			},
		});
	}
}

async function parseBulk(request: FastifyRequest, parser: BatchParser, kind: ItemWrite['kind']): Promise<ItemBatch> {
	return unwrap(await parser.parse(readBytes(request), { ...toRules(request), kind }));
}
