/** Search engines, indices and items, for servers of a shop. */
import { type ImportOptions, type ImportResult, type ItemSource, importItems } from './import-items.ts';
import {
	type AnswerOf,
	type BodyOf,
	type CallOptions,
	type ConnectionOptions,
	type MethodOf,
	type Route,
	send,
} from './send.ts';

export interface ManagementClientOptions extends ConnectionOptions {
	/** The key of the account's owner, or a JWT signed with it. */
	readonly key: string;
}

const engines = '/api/v2/search_engines';
const engine = `${engines}/{hashid}` as const;
const indices = `${engine}/indices` as const;
const index = `${indices}/{name}` as const;
const items = `${index}/items` as const;
const item = `${items}/{item_id}` as const;
const bulk = `${items}/_bulk` as const;
const temporary = `${index}/temp` as const;
const copy = `${index}/_reindex_to_temp` as const;

/** Names an index of a search engine. */
export interface IndexTarget {
	readonly hashid: string;
	/** The index, such as `product`. */
	readonly name: string;
}

type Item = AnswerOf<typeof item, 'get'>;
type NewItem = BodyOf<typeof items, 'post'>;
type Answer<R extends Route, M extends MethodOf<R>> = Promise<AnswerOf<R, M>>;

/** The calls below {@link createManagementClient}. All of them throw a {@link VitrineError}. */
export type ManagementClient = ReturnType<typeof createManagementClient>;

/**
 * Calls of the management API. Those that change something are repeated where the server did nothing, and where doing it
 * twice is the same as once: new items without an id, new search engines and new indices are not.
 */
export function createManagementClient(given: ManagementClientOptions) {
	const connection = { retriesMax: 5, timeoutMs: 30_000, ...given };
	return {
		engines: createEngineCalls(connection),
		indices: createIndexCalls(connection),
		temporary: createTemporaryCalls(connection),
		items: createItemCalls(connection),
		/** Writes items of any number, in bulks; see {@link importItems}. */
		importItems: (target: IndexTarget, source: ItemSource, options?: ImportOptions): Promise<ImportResult> =>
			importItems({ connection, target, source }, options),
	};
}

function createEngineCalls(connection: ConnectionOptions) {
	return {
		list: (options?: CallOptions): Answer<typeof engines, 'get'> =>
			send(connection, { method: 'get', route: engines, isRepeatable: true }, options),
		create: (body: BodyOf<typeof engines, 'post'>, options?: CallOptions): Answer<typeof engines, 'post'> =>
			send(connection, { method: 'post', route: engines, body }, options),
		read: (hashid: string, options?: CallOptions): Answer<typeof engine, 'get'> =>
			send(connection, { method: 'get', route: engine, path: { hashid }, isRepeatable: true }, options),
		update: (
			hashid: string,
			body: BodyOf<typeof engine, 'patch'>,
			options?: CallOptions,
		): Answer<typeof engine, 'patch'> =>
			send(connection, { method: 'patch', route: engine, path: { hashid }, body, isRepeatable: true }, options),
		/** Deletes it with all its indices and items. */
		remove: (hashid: string, options?: CallOptions): Answer<typeof engine, 'delete'> =>
			send(connection, { method: 'delete', route: engine, path: { hashid } }, options),
	};
}

function createIndexCalls(connection: ConnectionOptions) {
	return {
		list: (hashid: string, options?: CallOptions): Answer<typeof indices, 'get'> =>
			send(connection, { method: 'get', route: indices, path: { hashid }, isRepeatable: true }, options),
		create: (
			hashid: string,
			body: BodyOf<typeof indices, 'post'>,
			options?: CallOptions,
		): Answer<typeof indices, 'post'> =>
			send(connection, { method: 'post', route: indices, path: { hashid }, body }, options),
		read: (path: IndexTarget, options?: CallOptions): Answer<typeof index, 'get'> =>
			send(connection, { method: 'get', route: index, path, isRepeatable: true }, options),
		update: (
			path: IndexTarget,
			body: BodyOf<typeof index, 'patch'>,
			options?: CallOptions,
		): Answer<typeof index, 'patch'> =>
			send(connection, { method: 'patch', route: index, path, body, isRepeatable: true }, options),
		/** Deletes it with all its items. */
		remove: (path: IndexTarget, options?: CallOptions): Answer<typeof index, 'delete'> =>
			send(connection, { method: 'delete', route: index, path }, options),
	};
}

/** The index that is filled beside the live one. While there is one, its search engine is locked. */
function createTemporaryCalls(connection: ConnectionOptions) {
	return {
		create: (path: IndexTarget, options?: CallOptions): Answer<typeof temporary, 'post'> =>
			send(connection, { method: 'post', route: temporary, path }, options),
		remove: (path: IndexTarget, options?: CallOptions): Answer<typeof temporary, 'delete'> =>
			send(connection, { method: 'delete', route: temporary, path }, options),
		/** Shoppers see the new items from now on, and the old ones are deleted. */
		replace: (path: IndexTarget, options?: CallOptions): Answer<`${typeof index}/_replace_by_temp`, 'post'> =>
			send(connection, { method: 'post', route: `${index}/_replace_by_temp`, path }, options),
		/** Begins to copy the live items into the temporary index. */
		startCopy: (path: IndexTarget, options?: CallOptions): Answer<typeof copy, 'post'> =>
			send(connection, { method: 'post', route: copy, path }, options),
		readCopy: (path: IndexTarget, options?: CallOptions): Answer<typeof copy, 'get'> =>
			send(connection, { method: 'get', route: copy, path, isRepeatable: true }, options),
	};
}

function createItemCalls(connection: ConnectionOptions) {
	/** Up to 100 items; a refused one does not fail the others: its outcome says why. */
	function writeBulk<M extends MethodOf<typeof bulk>>(method: M, path: IndexTarget, body: BodyOf<typeof bulk, M>) {
		const isRepeatable = (body as readonly { id?: unknown }[]).every(({ id }) => id !== undefined && id !== null);
		return (options?: CallOptions) =>
			send(connection, { method, route: bulk, path, body, isRepeatable } as never, options) as Answer<typeof bulk, M>;
	}
	return {
		read: ({ id, ...path }: IndexTarget & { id: string }, options?: CallOptions): Promise<Item> =>
			send(connection, { method: 'get', route: item, path: { ...path, item_id: id }, isRepeatable: true }, options),
		create: (path: IndexTarget, body: NewItem, options?: CallOptions): Promise<Item> =>
			send(connection, { method: 'post', route: items, path, body, isRepeatable: body.id != null }, options),
		update: (
			{ id, ...path }: IndexTarget & { id: string },
			body: BodyOf<typeof item, 'patch'>,
			options?: CallOptions,
		): Promise<Item> => {
			const call = { method: 'patch', route: item, path: { ...path, item_id: id }, body, isRepeatable: true } as const;
			return send(connection, call, options);
		},
		remove: ({ id, ...path }: IndexTarget & { id: string }, options?: CallOptions): Answer<typeof item, 'delete'> =>
			send(connection, { method: 'delete', route: item, path: { ...path, item_id: id } }, options),
		createAll: (path: IndexTarget, body: BodyOf<typeof bulk, 'post'>, options?: CallOptions) =>
			writeBulk('post', path, body)(options),
		updateAll: (path: IndexTarget, body: BodyOf<typeof bulk, 'patch'>, options?: CallOptions) =>
			writeBulk('patch', path, body)(options),
		removeAll: (path: IndexTarget, body: BodyOf<typeof bulk, 'delete'>, options?: CallOptions) =>
			writeBulk('delete', path, body)(options),
		/** Up to 100 items by their ids. */
		readAll: (
			path: IndexTarget,
			ids: readonly string[],
			options?: CallOptions,
		): Answer<`${typeof items}/_mget`, 'post'> => {
			const body = ids.map((id) => ({ id }));
			return send(connection, { method: 'post', route: `${items}/_mget`, path, body, isRepeatable: true }, options);
		},
		count: async (path: IndexTarget, options?: CallOptions): Promise<number> =>
			(await send(connection, { method: 'get', route: `${items}/_count`, path, isRepeatable: true }, options)).count,
		/** All items, as they were when the first page was read; a page is valid for five minutes. */
		async *scroll(path: IndexTarget, options?: CallOptions & { rpp?: number }): AsyncGenerator<Item, void, undefined> {
			for (let scroll_id: string | undefined; ; ) {
				const query = { rpp: options?.rpp ?? 100, scroll_id };
				const page = await send(
					connection,
					{ method: 'get', route: items, path, query, isRepeatable: scroll_id === undefined },
					options,
				);
				if (page.items.length === 0) return;
				yield* page.items;
				scroll_id = page.scroll_id;
			}
		},
	};
}
