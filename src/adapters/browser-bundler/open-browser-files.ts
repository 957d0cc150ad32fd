/**
 * The files for browsers of one process:
 *
 *     built ahead and not outdated ─► read from web/dist
 *     otherwise ───────────────────► bundled in memory, some 0.1 s in a process of its own
 *     that failed ─────────────────► logged; every read fails for a while, then the next one tries again
 *
 * In development a source may change between two requests of a page, which still asks for what the bundle before had.
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
/** In development: those of a few bundles before. */
const earlierFilesMax = 200;

export function openBrowserFiles(options: BrowserFilesOptions): ReadBrowserFiles {
	const { isDevelopment, onFailure, monotonicMs, load = loadBrowserFiles } = options;
	let kept: Promise<readonly BrowserFile[]> | undefined;
	let keptUntilMs = 0;
	let latest: readonly BrowserFile[] = [];

	function loadAnew(): Promise<readonly BrowserFile[]> {
		keptUntilMs = Number.POSITIVE_INFINITY;
		return load(isDevelopment).then(
			(files) => {
				if (!isDevelopment) return files;
				keptUntilMs = 0;
				latest = addEarlier(files, latest);
				return latest;
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

/** The earlier ones go last, the oldest of them at the end; a name with a hash stands for one content. */
function addEarlier(files: readonly BrowserFile[], before: readonly BrowserFile[]): readonly BrowserFile[] {
	const paths = new Set(files.map(({ path }) => path));
	const earlier = before.filter(({ path }) => path.startsWith('assets/') && !paths.has(path));
	return [...files, ...earlier.slice(0, earlierFilesMax)];
}

async function loadBrowserFiles(isDevelopment: boolean): Promise<readonly BrowserFile[]> {
	const built = isDevelopment ? undefined : await readBuiltBundle();
	return built ?? (await bundleBrowserCode({ isDevelopment })).files;
}
