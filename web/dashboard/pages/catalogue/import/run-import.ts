/**
 * An import that runs: the file is read no faster than the server takes its items, and both are told as they go.
 *
 *     sending ⇄ paused ─► review ─► replacing ─► done
 *        └────────┴──────────┴─► cancelled, failed
 *
 * `review` asks before live items are replaced, where entries were refused or where few items are left. A lost connection
 * and an ended session are waited for. Whatever ends an import deletes its temporary index.
 */
import { importItems, type NewItem, type Refusal } from '../../../../client/import-items.ts';
import { callApi } from '../../../shell/call-api.ts';
import { untilConnected } from '../../../shell/connection.ts';
import { serverRoot } from '../../../shell/root.ts';
import { signInAgain } from '../../../shell/sign-in-again.ts';
import { createSignal, type Signal } from '../../../shell/signal.ts';
import { type IndexTarget, toApiPath } from '../index-paths.ts';
import type { FeedFormat } from './feed-entry.ts';
import { type ColumnMapping, lacksId, toItem } from './map-columns.ts';
import { readFeed } from './read-feed.ts';

export interface ImportPlan {
	readonly target: IndexTarget;
	readonly file: File;
	readonly format: FeedFormat;
	readonly mapping: readonly ColumnMapping[];
	/** Whether the items of the file replace all others. */
	readonly replaces: boolean;
	/** Of the live index, before. */
	readonly liveCount: number;
}

export type ImportPhase = 'sending' | 'paused' | 'review' | 'replacing' | 'done' | 'cancelled' | 'failed';

/** An entry of the file that is not in the index. */
export interface RefusedEntry {
	readonly position: number;
	readonly id: string | undefined;
	/** Of the server; undefined for an entry that cannot be read. */
	readonly reason: string | undefined;
	/** The item, or the text of the file. */
	readonly content: unknown;
}

export interface ImportState {
	readonly phase: ImportPhase;
	/** Of the file, as it is stored. */
	readonly bytesRead: number;
	/** One item as often as the file has its id. */
	readonly written: number;
	/** In the new index before it takes over, then in the live one; undefined: not counted yet. */
	readonly itemCount: number | undefined;
	/** Entries that overwrote an earlier one of the same id. Counted where items are replaced. */
	readonly repeatedCount: number;
	/** Entries without an id, which got one made up. */
	readonly madeIdCount: number;
	readonly refusedCount: number;
	/** Entries that are no products for shoppers. */
	readonly leftOutCount: number;
	/** The first 10,000. */
	readonly refused: readonly RefusedEntry[];
	/** Time under way in ms, without pauses. */
	readonly activeMs: number;
	readonly error: unknown;
}

export interface ImportRun {
	readonly plan: ImportPlan;
	readonly state: Signal<ImportState>;
	pause(): void;
	resume(): void;
	/** Ends it: the live items stay, apart from those that were written into them. */
	cancel(): void;
	/** The answer to `review`. */
	accept(): void;
}

const refusedKeptMax = 10_000;
/** At most this many items are between the file and their outcome: bulks under way and the one that is filled. */
const inFlightMax = 1_000;
const dayMs = 86_400_000;

/** Whether fewer than half as many items would be live as before: perhaps it is the wrong file. */
export function losesMost({ itemCount, written }: ImportState, liveCount: number): boolean {
	return (itemCount ?? written) * 2 < liveCount;
}

const begun: ImportState = {
	phase: 'sending',
	bytesRead: 0,
	written: 0,
	itemCount: undefined,
	repeatedCount: 0,
	madeIdCount: 0,
	refusedCount: 0,
	leftOutCount: 0,
	refused: [],
	activeMs: 0,
	error: undefined,
};

export function startImport(plan: ImportPlan): ImportRun {
	const state = createSignal<ImportState>(begun);
	const ending = new AbortController();
	const gate = createGate();
	const change = (part: Partial<ImportState>) => state.set({ ...state.get(), ...part });
	const clock = startClock((activeMs) => change({ activeMs }));
	const entries = createEntryLog(change, state);
	const review = Promise.withResolvers<void>();
	void run();

	async function run(): Promise<void> {
		try {
			await importItems(
				{ connection: createConnection(), target: plan.target, source: readItems() },
				{
					replace: plan.replaces,
					signal: ending.signal,
					onProgress: ({ written }) => change({ written }),
					onRefused: entries.refuse,
					beforeReplacing: confirmReplacing,
				},
			);
			const live = await ask<{ readonly count: number }>(`${toApiPath(plan.target)}/items/_count`);
			change({ phase: 'done', itemCount: live?.count });
		} catch (error) {
			change(ending.signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', error });
		} finally {
			clock.stop();
		}
	}

	async function* readItems(): AsyncGenerator<NewItem> {
		for await (const entry of readFeed(plan.file, plan.format, (bytesRead) => change({ bytesRead }))) {
			await gate.wait(ending.signal);
			if (entry.isLeftOut === true) {
				change({ leftOutCount: state.get().leftOutCount + 1 });
				continue;
			}
			if (entry.values === undefined) {
				entries.add({ position: entry.position, id: undefined, reason: undefined, content: entry.text });
				continue;
			}
			const item = toItem(entry.values, plan.mapping);
			// With an id, what was sent before the connection was lost may be sent again.
			const written = lacksId(item) ? { ...item, id: makeId() } : item;
			if (written !== item) change({ madeIdCount: state.get().madeIdCount + 1 });
			entries.sent(entry.position, written);
			// The server checks what its fields hold.
			yield written as NewItem;
		}
	}

	/** The import stands without this answer. */
	function ask<T>(path: string): Promise<T | undefined> {
		return callApi<T>(path, { signal: ending.signal }).catch(() => undefined);
	}

	async function confirmReplacing({ written }: { readonly written: number }): Promise<void> {
		const filled = await ask<{ readonly items: number }>(`${toApiPath(plan.target)}/temp`);
		ending.signal.throwIfAborted();
		if (filled !== undefined) change({ itemCount: filled.items, repeatedCount: Math.max(0, written - filled.items) });
		if (state.get().refusedCount > 0 || losesMost(state.get(), plan.liveCount)) {
			clock.stop();
			change({ phase: 'review' });
			ending.signal.addEventListener('abort', () => review.reject(ending.signal.reason));
			await review.promise;
		}
		change({ phase: 'replacing' });
	}

	return {
		plan,
		state,
		pause() {
			gate.close();
			clock.stop();
			change({ phase: 'paused' });
		},
		resume() {
			clock.start();
			change({ phase: 'sending' });
			gate.open();
		},
		cancel: () => ending.abort(),
		accept: () => review.resolve(),
	};
}

/** Tells what was refused with the entry of the file that it was. */
function createEntryLog(change: (part: Partial<ImportState>) => void, state: Signal<ImportState>) {
	const latest: { readonly position: number; readonly item: object }[] = [];
	let itemCount = 0;

	function add(entry: RefusedEntry): void {
		const { refused, refusedCount } = state.get();
		const kept = refused.length < refusedKeptMax ? [...refused, entry] : refused;
		change({ refused: kept, refusedCount: refusedCount + 1 });
	}
	return {
		add,
		sent(position: number, item: object): void {
			latest[itemCount % inFlightMax] = { position, item };
			itemCount += 1;
		},
		refuse({ index, id, error }: Refusal): void {
			const sent = latest[index % inFlightMax];
			add({ position: sent?.position ?? index + 1, id, reason: error, content: sent?.item });
		},
	};
}

/** A session in the place of a key: calls wait for the connection and for who signs in again. */
function createConnection() {
	return {
		url: serverRoot.href,
		// The calls below wait themselves, also overnight.
		timeoutMs: dayMs,
		retriesMax: 10,
		async fetch(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
			const url = String(address).replace('/api/v2/', '/dashboard/api/');
			const { signal } = init;
			// The end of a temporary index is still sent when the page is left.
			const own = { credentials: 'same-origin', cache: 'no-store', keepalive: init.method === 'DELETE' } as const;
			for (;;) {
				const call = () => fetch(url, { ...init, ...own });
				const response = await untilConnected(call, signal ?? undefined);
				if (response.status !== 401) return response;
				await signInAgain();
			}
		},
	};
}

function createGate() {
	let closed: PromiseWithResolvers<void> | undefined;
	return {
		close(): void {
			closed ??= Promise.withResolvers<void>();
		},
		open(): void {
			closed?.resolve();
			closed = undefined;
		},
		async wait(signal: AbortSignal): Promise<void> {
			signal.throwIfAborted();
			if (closed === undefined) return;
			const { promise, reject } = closed;
			signal.addEventListener('abort', () => reject(signal.reason), { once: true });
			await promise;
		},
	};
}

const tickMs = 500;

/** Counts while it runs. */
function startClock(onTick: (activeMs: number) => void) {
	let countedMs = 0;
	let startedMs: number | undefined;
	let timer: ReturnType<typeof setInterval> | undefined;
	const read = () => countedMs + (startedMs === undefined ? 0 : performance.now() - startedMs);
	const clock = {
		start(): void {
			startedMs ??= performance.now();
			timer ??= setInterval(() => onTick(read()), tickMs);
		},
		stop(): void {
			countedMs = read();
			startedMs = undefined;
			clearInterval(timer);
			timer = undefined;
			onTick(countedMs);
		},
	};
	clock.start();
	return clock;
}

/** As the server makes ids for items without one. Browsers have `randomUUID` on encrypted pages alone. */
function makeId(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
