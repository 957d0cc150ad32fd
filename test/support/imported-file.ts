/** What the import of the dashboard makes of a file before anybody changes its mapping. */
import assert from 'node:assert/strict';
import { detectFormat } from '../../web/dashboard/pages/catalogue/import/detect-format.ts';
import { findExport } from '../../web/dashboard/pages/catalogue/import/exports/find-export.ts';
import type { FeedEntry } from '../../web/dashboard/pages/catalogue/import/feed-entry.ts';
import { readTexts } from '../../web/dashboard/pages/catalogue/import/file-bytes.ts';
import { guessMapping, toItem } from '../../web/dashboard/pages/catalogue/import/map-columns.ts';
import { splitCsv } from '../../web/dashboard/pages/catalogue/import/split-csv.ts';
import { splitJsonLines, splitJsonList } from '../../web/dashboard/pages/catalogue/import/split-json.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

async function collect(entries: AsyncIterable<FeedEntry>): Promise<readonly FeedEntry[]> {
	const all: FeedEntry[] = [];
	for await (const entry of entries) all.push(entry);
	return all;
}

export async function importFile(content: string | Bytes) {
	const file = new Blob([content]);
	const format = await detectFormat(file);
	// Feeds in XML need a browser.
	assert.notEqual(format.kind, 'xml');
	const split = { csv: splitCsv, 'json-lines': splitJsonLines, json: splitJsonList, xml: splitCsv }[format.kind];
	const read = () => split(readTexts(file, format.encoding), format.separator);
	const rows = await collect(read());
	const shop =
		format.kind === 'csv' ? findExport(new Set(rows.flatMap(({ values }) => Object.keys(values ?? {})))) : undefined;
	const entries = await collect(shop === undefined ? read() : shop.read(read()));
	const values = entries.flatMap((entry) => (entry.values === undefined ? [] : [entry.values]));
	const mapping = guessMapping(values, format.kind === 'csv');
	return {
		format,
		shop: shop?.name,
		mapping,
		items: values.map((value) => toItem(value, mapping)),
		positions: entries.filter((entry) => entry.values !== undefined).map(({ position }) => position),
		leftOut: entries.filter(({ isLeftOut }) => isLeftOut === true).map(({ position }) => position),
	};
}
