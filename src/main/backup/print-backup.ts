import type { BackupManifest } from '../../adapters/backup/backup-manifest.ts';
import type { Invocation } from '../../cli/command.ts';
import { printRecord } from '../../cli/print-answer.ts';

/** What a backup has, as far as people count it. */
export function printBackup(invocation: Invocation, manifest: BackupManifest, sentence: string): void {
	const { version, createdAt, store, zones, files } = manifest;
	const count = (table: string) => zones.reduce((sum, { rows }) => sum + (rows[table] ?? 0), 0);
	printRecord(
		invocation,
		{
			...{ version, store, created_at: createdAt, zones: zones.map(({ zone }) => zone) },
			accounts: count('account'),
			search_engines: count('search_engine'),
			stored_items: count('item'),
			events: count('event'),
			bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
		},
		sentence,
	);
}
