/** The entries of a file of the shop, read piece by piece. Files of any size take the memory of a piece. */
import type { FeedEntry, FeedFormat } from './feed-entry.ts';
import { readTexts } from './file-bytes.ts';
import { splitCsv } from './split-csv.ts';
import { splitJsonLines, splitJsonList } from './split-json.ts';
import { splitXml } from './split-xml.ts';

/**
 * The entries of a file, which is read no faster than they are taken.
 * @param onBytes is told how much of the file has been read
 * @throws {FeedError} when it cannot be read further
 */
export function readFeed(
	file: Blob,
	{ kind, separator, encoding, shop }: FeedFormat,
	onBytes: (byteCount: number) => void = () => undefined,
): AsyncGenerator<FeedEntry> {
	const texts = readTexts(file, encoding, onBytes);
	if (kind === 'csv') return shop === undefined ? splitCsv(texts, separator) : shop.read(splitCsv(texts, separator));
	if (kind === 'json-lines') return splitJsonLines(texts);
	return kind === 'json' ? splitJsonList(texts) : splitXml(texts);
}
