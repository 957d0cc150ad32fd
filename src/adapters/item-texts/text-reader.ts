/** Reads the texts that the follower keeps, in one thread. A text takes some microseconds. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredItem } from '../../domain/item/item.ts';
import { openFreshnessReader } from '../../lib/shared-freshness.ts';
import type { ItemTexts } from '../../ports/item-texts.ts';
import { openTextFileForReading } from './text-file.ts';

export interface TextLink {
	readonly path: string;
	/** See `lib/shared-freshness.ts`. */
	readonly freshness: SharedArrayBuffer;
}

export interface OpenItemTexts extends ItemTexts {
	close(): void;
}

interface OpenFile {
	readonly file: DatabaseSync;
	readonly find: StatementSync;
}

export function openItemTexts({ path, freshness }: TextLink): OpenItemTexts {
	let open: OpenFile | undefined;

	function close(): void {
		open?.file.close();
		open = undefined;
	}

	return {
		...openFreshnessReader(freshness),
		find(generationId, itemKeys) {
			try {
				open ??= openFile(path);
				const { find } = open;
				return itemKeys.map((key) => toItem(find.get(generationId, Buffer.from(key, 'hex'))));
			} catch {
				// It may have been replaced by another one. Until then the store has the texts.
				close();
				return undefined;
			}
		},
		close,
	};
}

function openFile(path: string): OpenFile {
	const file = openTextFileForReading(path);
	return { file, find: file.prepare('select id, body from text where generation = ? and key = ?') };
}

function toItem(row: Record<string, unknown> | undefined): StoredItem | undefined {
	return row === undefined ? undefined : { id: String(row.id), text: String(row.body) };
}
