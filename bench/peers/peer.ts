/** What `bench/peers.ts` asks of each search server, Vitrine among them. */
import type { BenchQuery } from '../fulltext-queries.ts';

/** How a query is put to a server. */
export interface Asking {
	/** Whether words match as their class says; otherwise the server decides, as for a request that says nothing of it. */
	readonly isNamed: boolean;
	/**
	 * `own`: those of the class, which has none or a few; `usual`: those that Vitrine counts for a request that names
	 * none.
	 */
	readonly facets: 'own' | 'usual';
}

export interface Usage {
	readonly diskMb: number;
	/** The process that answers at the server's address; undefined if it runs on another machine or as another user. */
	readonly pid: number | undefined;
}

/** An answer in terms that all servers share. */
export interface PeerAnswer {
	readonly total: number;
	readonly ids: readonly string[];
	/** The prices of the results, in their order. */
	readonly prices: readonly number[];
	/** By field, the counts of the values, the largest first. */
	readonly facets: ReadonlyMap<string, readonly number[]>;
}

export interface Peer {
	readonly name: string;
	readonly url: string;
	/** Whether totals are exact, and words match as in Vitrine where the query names how. */
	readonly hasExactTotals: boolean;
	/** How many products it has now. */
	count(): Promise<number>;
	/**
	 * Replaces what it has by these products, JSON texts of objects with an `id`. Resolves when all of them are found.
	 */
	load(products: readonly string[]): Promise<void>;
	/** The bytes of the request for 20 whole products. */
	toRequest(query: BenchQuery, asking: Asking): Uint8Array;
	readAnswer(body: string): PeerAnswer;
	readUsage(): Promise<Usage>;
}

/** Values of each facet: as Vitrine counts them for a request that names no facets, and for the classes with facets. */
export const usualFacetSize = 10;
export const ownFacetSize = 20;
export const usualFacetFields = ['brand', 'categories', 'colour', 'size'] as const;

/** Reads an answer of any peer as JSON; tests of the answer's meaning follow. */
// biome-ignore lint/suspicious/noExplicitAny: a wrong member makes the comparison fail
export type Json = any;

interface PeerCall {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	readonly body?: string;
	/** Of the body. */
	readonly type?: 'application/json' | 'application/x-ndjson';
}

/** A call with JSON. @throws {Error} with the answer unless its status is 2xx */
export async function callPeer(url: string, { method, body, type = 'application/json' }: PeerCall): Promise<Json> {
	const sent = body === undefined ? {} : { body, headers: { 'content-type': type } };
	const answer = await fetch(url, { method, ...sent });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text.slice(0, 500)}`);
	return text === '' ? undefined : JSON.parse(text);
}

/** Calls `load` with some products at a time, a few calls beside each other. */
export async function sendInBatches(
	products: readonly string[],
	{ size, atOnce }: { readonly size: number; readonly atOnce: number },
	send: (batch: readonly string[]) => Promise<unknown>,
): Promise<void> {
	let next = 0;
	async function sendNext(): Promise<void> {
		while (next < products.length) {
			const from = next;
			next += size;
			await send(products.slice(from, from + size));
		}
	}
	await Promise.all(Array.from({ length: atOnce }, sendNext));
}

export async function waitUntil(isOver: () => Promise<boolean>, pollMs = 250): Promise<void> {
	while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, pollMs));
}
