/** A catalogue in a cluster whose nodes leave each other snapshots, and what searches find in it. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Api, Json } from './api.ts';
import type { TestCluster } from './cluster.ts';
import { queryPostgres } from './query-postgres.ts';
import { waitFor } from './wait-for.ts';

const colours = ['red', 'blue', 'green', 'black'];
const things = ['lamp', 'chair', 'rug', 'vase', 'clock'];

function toItem(number: number): Json {
	const [colour, thing] = [colours[number % colours.length], things[number % things.length]];
	return { id: `s${number}`, title: `${colour} ${thing} number${number}`, price: number, brand: `Brand ${number % 7}` };
}

export async function importItems(api: Api, hashid: string, itemCount: number): Promise<void> {
	for (let from = 0; from < itemCount; from += 100) {
		const body = Array.from({ length: 100 }, (_, at) => toItem(from + at));
		const answer = await api.call(`${toItems(hashid)}/_bulk`, { method: 'POST', body });
		assert.equal(answer.status, 200, answer.text);
	}
}

export const toItems = (hashid: string) => `/api/v2/search_engines/${hashid}/indices/product/items`;

/** What searches of all kinds find, without what differs from call to call. */
export async function ask(api: Api, hashid: string): Promise<Json[]> {
	const words = [...colours, ...things, 'number77', 'nmber78', 'lamps', 'red chair under 300', 'blak', ''];
	const queries = words.flatMap((word) => [`query=${encodeURIComponent(word)}`, `query=${word}&page=2&rpp=7`]);
	const answers: Json[] = [];
	for (const query of queries) {
		const { status, json, text } = await api.call(`/6/${hashid}/_search?${query}`);
		assert.equal(status, 200, text);
		answers.push({ query, total: json.total, results: json.results, facets: round(json.facets) });
	}
	return answers;
}

/** Sums depend on the order of the segments in their last digits. */
function round(facets: Json): Json {
	return JSON.parse(JSON.stringify(facets), (_, value) =>
		typeof value === 'number' ? Number(value.toPrecision(10)) : value,
	);
}

/** A search that was counted: a new node begins with what shoppers ask for. */
export async function haveAsked({ databaseUrl, firstRun }: TestCluster, api: Api): Promise<void> {
	await waitFor(
		'an answer',
		() => api.call(`/6/${firstRun.hashid}/_search?query=lamp&session_id=x`),
		({ status }) => status === 200,
	);
	await waitFor(
		'a search that was counted',
		() => queryPostgres(databaseUrl, `select sum(calls) from call_day where kind = 'search'`),
		([row]) => Number(row?.sum) > 0,
	);
}

/** Each may know a write a moment before the other. */
export async function waitForSame(one: Api, other: Api, hashid: string): Promise<void> {
	await waitFor(
		'the same answers',
		async () => [await ask(one, hashid), await ask(other, hashid)],
		([left, right]) => isDeepStrictEqual(left, right),
	);
}
