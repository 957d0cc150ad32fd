/** What does an import of many small items take: time until they are durable, time until they are found, and memory? */
import { fillEngine } from './fill-engine.ts';
import { type Measurement, measure, report } from './measurement.ts';
import { createAccount, readMemoryMb, startOperated } from './server-process.ts';
import type { MeasuredStore } from './stores.ts';
import { waitForIndex } from './wait-for-index.ts';

interface Options {
	readonly store: MeasuredStore;
	readonly importedItems: number;
}

/** The store alone, and with the search index. */
export async function benchImports(options: Options): Promise<Measurement[]> {
	return [...(await benchImport(options, false)), ...(await benchImport(options, true))];
}

async function benchImport({ store, importedItems }: Options, hasSearch: boolean): Promise<Measurement[]> {
	await using server = await startOperated(store, { VITRINE_SEARCH: String(hasSearch) });
	const key = await createAccount(server);
	const startMs = performance.now();
	const hashid = await fillEngine(server, key, importedItems);
	const durableS = (performance.now() - startMs) / 1000;
	const what = `import of ${importedItems} items, search ${hasSearch ? 'on' : 'off'}`;
	const times = [report(`${what}: durable`, 'items/s', importedItems / durableS)];
	if (hasSearch) {
		await waitForIndex(server, { hashid, key, itemCount: importedItems });
		times.push(report(`${what}: all found after`, 's', (performance.now() - startMs) / 1000));
	}
	const peakMb = await readMemoryMb(server, 'peak');
	return [...times, measure(`${what}: peak memory`, 'MB', { ours: peakMb, atMost: hasSearch ? 900 : 400 })];
}
