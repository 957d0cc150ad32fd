import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory {
	readonly path: string;
	/** Must be called after everything in the directory is closed. */
	remove(): void;
}

export function makeTemporaryDirectory(): TemporaryDirectory {
	const path = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
