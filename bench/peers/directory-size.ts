import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The size of all files below a directory, in MB. */
export function directorySizeMb(directory: string): number {
	const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}
