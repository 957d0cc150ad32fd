/**
 * The files for browsers of one process:
 *
 *     built ahead and not outdated ─► read from web/dist
 *     otherwise ───────────────────► bundled in memory, some 0.1 s in a process of its own
 *     that failed ─────────────────► logged; every read fails for a while, then the next one tries again
 */
import type { BrowserFile, ReadBrowserFiles } from '../../ports/browser-files.ts';
import { readBuiltBundle } from './built-bundle.ts';
import { bundleBrowserCode } from './bundle-browser-code.ts';

export interface BrowserFilesOptions {
	/** Bundles at each read, so that a changed source shows on reload. */
	readonly isDevelopment: boolean;
	/** Called with each failure, once. */
	readonly onFailure: (error: unknown) => void;
	readonly monotonicMs: () => number;
	/** Replaced in tests. */
	readonly load?: typeof loadBrowserFiles;
}

/** After a failure: an attempt costs a process. */
const retryPauseMs = 10_000;

export function openBrowserFiles(options: BrowserFilesOptions): ReadBrowserFiles {
	const { isDevelopment, onFailure, monotonicMs, load = loadBrowserFiles } = options;
	let kept: Promise<readonly BrowserFile[]> | undefined;
	let keptUntilMs = 0;

	function loadAnew(): Promise<readonly BrowserFile[]> {
		keptUntilMs = Number.POSITIVE_INFINITY;
		return load(isDevelopment).then(
			(files) => {
				if (isDevelopment) keptUntilMs = 0;
				return files;
			},
			(error) => {
				keptUntilMs = isDevelopment ? 0 : monotonicMs() + retryPauseMs;
				onFailure(error);
				throw error;
			},
		);
	}

	return () => {
		if (kept === undefined || monotonicMs() >= keptUntilMs) kept = loadAnew();
		return kept;
	};
}

async function loadBrowserFiles(isDevelopment: boolean): Promise<readonly BrowserFile[]> {
	const built = isDevelopment ? undefined : await readBuiltBundle();
	return built ?? (await bundleBrowserCode({ isDevelopment })).files;
}
