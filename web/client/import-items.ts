/**
 * Many items, from a source that is read no faster than the server takes them.
 *
 * Bulks are bounded by items and by bytes, and a few are under way at a time. No bulk is sent while one with an item of the
 * same id is, so that of several items with one id the last of the source stays. Refused items are reported, and the
 * others go on; a failed call ends the import.
 */
import { type BodyOf, type CallOptions, type ConnectionOptions, send } from './send.ts';
import { VitrineError } from './vitrine-error.ts';

const bulk = '/api/v2/search_engines/{hashid}/indices/{name}/items/_bulk';
const temporaryBulk = '/api/v2/search_engines/{hashid}/indices/{name}/temp/items/_bulk';
const temporary = '/api/v2/search_engines/{hashid}/indices/{name}/temp';
const replacement = '/api/v2/search_engines/{hashid}/indices/{name}/_replace_by_temp';

export type NewItem = BodyOf<typeof bulk, 'post'>[number];
export type ItemSource = AsyncIterable<NewItem> | Iterable<NewItem>;

export interface Refusal {
	/** Which item of the source, from 0. */
	readonly index: number;
	readonly id: string | undefined;
	/** Why the server did not take it. */
	readonly error: string;
}

export interface ImportProgress {
	/** Items that were created or overwritten. */
	readonly written: number;
	/** Items that were not taken. */
	readonly refused: number;
}

export interface ImportResult extends ImportProgress {
	/** The first 1,000 refused items; `onRefused` gets them all. */
	readonly refusals: readonly Refusal[];
}

export interface ImportOptions extends CallOptions {
	/**
	 * Fills a temporary index, which replaces the live one at the end, so that items that are not in the source are gone.
	 * If anything fails, or if no item was written, the temporary index is deleted and the live one stays.
	 */
	readonly replace?: boolean;
	/** Called when all items are in the temporary index, before it replaces the live one. If it throws, that stays. */
	readonly beforeReplacing?: (result: ImportResult) => void | Promise<void>;
	/** Beyond this the import fails; by default any number may be refused. */
	readonly refusedMax?: number;
	/** 1 to 100, by default 100. */
	readonly bulkItemsMax?: number;
	/** Of JSON in UTF-8; by default 4,000,000, and 8,000,000 at most. A larger item is refused. */
	readonly bulkBytesMax?: number;
	/** Bulks under way at a time; by default 2. */
	readonly bulksInFlightMax?: number;
	/** Called after every bulk. */
	readonly onProgress?: (progress: ImportProgress) => void;
	readonly onRefused?: (refusal: Refusal) => void;
}

interface ImportTask {
	readonly connection: ConnectionOptions;
	readonly target: { readonly hashid: string; readonly name: string };
	readonly source: ItemSource;
}

/**
 * @throws {VitrineError} with `too_many_items` when more than `refusedMax` were refused, with `bad_params` when there is no
 * item to replace an index by, and when a call failed after its last repetition; then part of the items may be written. The
 * errors of the source and of `beforeReplacing`, and the reason of `signal`.
 */
export async function importItems(task: ImportTask, options: ImportOptions = {}): Promise<ImportResult> {
	if (options.replace !== true) return writeAll(task, options, bulk);
	const { connection, target: path } = task;
	await createTemporary(task, options);
	try {
		options.signal?.throwIfAborted();
		const result = await writeAll(task, options, temporaryBulk);
		if (result.written === 0) {
			throw new VitrineError('No item was written, so the index was not replaced', { code: 'bad_params' });
		}
		await options.beforeReplacing?.(result);
		await send(connection, { method: 'post', route: replacement, path }, options);
		return result;
	} catch (error) {
		// Otherwise the search engine would stay locked.
		await removeTemporary(task);
		throw error;
	}
}

/** For so long an import that is cancelled waits for the answer to its first call. */
const creationMsMax = 5_000;

/**
 * The server may get the call although it is cancelled here, and a temporary index of which nobody knows would lock the search engine. So
 * its answer is waited for; where that does not come, for instance without a connection, the index is deleted when it does.
 */
async function createTemporary(task: ImportTask, { signal }: ImportOptions): Promise<void> {
	signal?.throwIfAborted();
	const { connection, target: path } = task;
	const creating = send(connection, { method: 'post', route: temporary, path });
	let timer: ReturnType<typeof setTimeout> | undefined;
	let onAbort = (): void => undefined;
	const late = new Promise<never>((_, reject) => {
		const giveUp = () => {
			void creating.then(() => removeTemporary(task)).catch(() => undefined);
			reject(signal?.reason);
		};
		onAbort = () => {
			timer = setTimeout(giveUp, creationMsMax);
		};
	});
	signal?.addEventListener('abort', onAbort, { once: true });
	try {
		await Promise.race([creating, late]);
	} finally {
		signal?.removeEventListener('abort', onAbort);
		clearTimeout(timer);
	}
}

/** What failed before matters more than a failure of this. */
async function removeTemporary({ connection, target: path }: ImportTask): Promise<void> {
	await send(connection, { method: 'delete', route: temporary, path }).catch(() => undefined);
}

/** Items of one bulk: as JSON, and their ids, undefined where the server chooses one. */
interface Bulk {
	readonly firstIndex: number;
	readonly texts: string[];
	readonly ids: (string | undefined)[];
	bytes: number;
}

async function writeAll(
	task: ImportTask,
	options: ImportOptions,
	route: typeof bulk | typeof temporaryBulk,
): Promise<ImportResult> {
	const { bulkItemsMax = 100, bulkBytesMax = 4_000_000, bulksInFlightMax = 2, signal } = options;
	const tally = createTally(options);
	const isOver = new AbortController();
	const ended = signal ? AbortSignal.any([signal, isOver.signal]) : isOver.signal;
	const inFlight = new Map<Bulk, Promise<void>>();
	let failure: { readonly error: unknown } | undefined;
	let filling = toBulk(0);
	let index = 0;

	async function flush(): Promise<void> {
		const ready = filling;
		filling = toBulk(index);
		if (ready.texts.length === 0) return;
		while (inFlight.size >= bulksInFlightMax || sharesId(ready, inFlight.keys())) await Promise.race(inFlight.values());
		if (failure !== undefined) throw failure.error;
		const sending = sendBulk(task, ready, { route, signal: ended })
			.then((outcomes) => tally.addBulk(ready, outcomes))
			.catch((error: unknown) => {
				failure ??= { error };
				isOver.abort(error);
			})
			.finally(() => inFlight.delete(ready));
		inFlight.set(ready, sending);
	}

	try {
		for await (const item of task.source) {
			signal?.throwIfAborted();
			const text = JSON.stringify(item);
			const bytes = new TextEncoder().encode(text).length + 1;
			const id = toId(item);
			if (bytes > bulkBytesMax) tally.refuse({ index, id, error: `larger than ${bulkBytesMax} bytes` });
			if (filling.texts.length >= bulkItemsMax || filling.bytes + bytes > bulkBytesMax || bytes > bulkBytesMax)
				await flush();
			if (bytes <= bulkBytesMax) append(filling, { text, id, bytes });
			index += 1;
			if (filling.texts.length === 0) filling = toBulk(index);
		}
		await flush();
		await Promise.all(inFlight.values());
		if (failure !== undefined) throw failure.error;
		return tally.read();
	} finally {
		isOver.abort();
	}
}

function toBulk(firstIndex: number): Bulk {
	return { firstIndex, texts: [], ids: [], bytes: 1 };
}

function append(target: Bulk, { text, id, bytes }: { text: string; id: string | undefined; bytes: number }): void {
	target.texts.push(text);
	target.ids.push(id);
	target.bytes += bytes;
}

/** The server takes a number for its decimal text. */
function toId({ id }: NewItem): string | undefined {
	return id === undefined || id === null ? undefined : String(id);
}

function sharesId({ ids }: Bulk, others: Iterable<Bulk>): boolean {
	const own = new Set(ids);
	return [...others].some((other) => other.ids.some((id) => id !== undefined && own.has(id)));
}

interface Sending extends CallOptions {
	readonly route: typeof bulk | typeof temporaryBulk;
}

interface Outcome {
	readonly id?: string | undefined;
	readonly result: string;
	readonly error?: string;
}

async function sendBulk({ connection, target }: ImportTask, { texts, ids }: Bulk, { route, signal }: Sending) {
	const isRepeatable = ids.every((id) => id !== undefined);
	const call = { method: 'post', route, path: target, json: `[${texts.join(',')}]`, isRepeatable } as const;
	const { results } = await send(connection, call, { signal });
	return results as readonly Outcome[];
}

const refusalsMax = 1000;

function createTally({ refusedMax = Number.POSITIVE_INFINITY, onProgress, onRefused }: ImportOptions) {
	const refusals: Refusal[] = [];
	let written = 0;
	let refused = 0;

	function refuse(refusal: Refusal): void {
		refused += 1;
		if (refusals.length < refusalsMax) refusals.push(refusal);
		onRefused?.(refusal);
		if (refused <= refusedMax) return;
		throw new VitrineError(`More than ${refusedMax} items were refused: ${refusal.error}`, { code: 'too_many_items' });
	}
	return {
		refuse,
		addBulk({ firstIndex, ids }: Bulk, outcomes: readonly Outcome[]): void {
			for (const [position, { result, error = result }] of outcomes.entries()) {
				if (result !== 'error') written += 1;
				else refuse({ index: firstIndex + position, id: ids[position], error });
			}
			onProgress?.({ written, refused });
		},
		read: (): ImportResult => ({ written, refused, refusals }),
	};
}
