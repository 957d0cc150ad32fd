/**
 * A file in the data directory that means: the first API key may be stored already, but may not have been shown.
 *
 *     set ─► the key is stored ─► it is printed ─► cleared
 *            └──────── killed here ────────┘ the key was not shown, and the next start finds the marker
 *
 * The key must be stored before it is printed, because a printed key must work; and it cannot be read back.
 */
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';

export interface FirstRunMarker {
	isSet(): Promise<boolean>;
	/** On disk when it resolves. */
	set(): Promise<void>;
	clear(): Promise<void>;
}

const fileName = 'first-run';
const text = 'The first API key may not have been shown yet. The next start shows one, and deletes this file.\n';

export function createFirstRunMarker(dataDir: string): FirstRunMarker {
	const path = join(dataDir, fileName);
	return {
		async isSet() {
			return (await stat(path).catch(() => undefined)) !== undefined;
		},
		async set() {
			await using file = await open(path, 'w', 0o600);
			await file.writeFile(text);
			await file.sync();
			await syncDirectory(dataDir);
		},
		clear: () => rm(path, { force: true }),
	};
}
