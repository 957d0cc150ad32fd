/**
 * What do hostile requests leave in the server's memory? Each scenario is first repeated until one-time allocations are
 * done; then the server's memory is read before and after many more repetitions.
 */
import { gzipSync } from 'node:zlib';
import { createApi } from '../test/support/api.ts';
import { formatRequest, openConnection, sendRaw } from '../test/support/raw-http.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { type Measurement, measure } from './measurement.ts';
import { readMemoryMb } from './server-process.ts';

const warmUpCount = 20;
const attackCount = 60;
/** More than this is a leak; a heap that has grown by the largest body is not. */
const growthMbMax = 150;

interface Attacked {
	readonly server: TestServer;
	readonly items: string;
	readonly cart: string;
	readonly key: string;
}

type Attack = (attacked: Attacked) => Promise<void>;

const megabyteItem = `[{"id":"1","a":"${'x'.repeat(1_000_000)}`;
/** Unpacks to a gigabyte: the members of a gzip file are concatenated. */
const bomb = Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 })));

const attacks: Readonly<Record<string, Attack>> = {
	'bodies that are cut off, too deep or too long, and what is no HTTP': async ({ server, items, cart, key }) => {
		const api = createApi(server.url, key);
		await api.call(`${items}/_bulk`, { method: 'POST', body: megabyteItem });
		await api.call(cart, { method: 'POST', body: `{"title":"${'['.repeat(200_000)}` });
		await api.call(`/api/widget/${'f'.repeat(2000)}${Math.random()}/cart`, { method: 'POST', body: '{}' });
		const headers = { Authorization: `Token ${key}`, 'Content-Length': '8000000' };
		const connection = await openConnection(server.url);
		await connection.send(formatRequest({ method: 'POST', path: items, headers, body: megabyteItem }));
		connection.destroy();
		await sendRaw(server.url, 'GARBAGE\r\n\r\n');
	},
	'a megabyte that unpacks to a gigabyte': async ({ server, items, cart, key }) => {
		const headers = { Authorization: `Token ${key}`, 'Content-Encoding': 'gzip' };
		for (const path of [`${items}/_bulk`, cart]) {
			const { status } = await sendRaw(server.url, formatRequest({ method: 'POST', path, headers, body: bomb }));
			if (status !== 413) throw new Error(`${path} answered ${status}`);
		}
	},
};

export async function run(): Promise<readonly Measurement[]> {
	const measurements: Measurement[] = [];
	for (const [what, attack] of Object.entries(attacks)) {
		await using server = await startServer({ environment: { VITRINE_LOG_LEVEL: 'error' } });
		if (server.firstRun === undefined) throw new Error('the server has no demo shop');
		const { hashid, key, widget_id: widgetId } = server.firstRun;
		const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const attacked = { server, items, cart: `/api/widget/${widgetId}/cart`, key };
		for (let count = 0; count < warmUpCount; count += 1) await attack(attacked);
		const beforeMb = await readMemoryMb(server, 'now');
		for (let count = 0; count < attackCount; count += 1) await attack(attacked);
		const grownMb = (await readMemoryMb(server, 'now')) - beforeMb;
		measurements.push(measure(`memory after ${attackCount} × ${what}`, 'MB', { ours: grownMb, atMost: growthMbMax }));
	}
	return measurements;
}
