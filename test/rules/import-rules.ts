/**
 * The rules of which module may import which (ARCHITECTURE, "Modules"). Each takes files and returns one sentence per
 * problem; there are no exceptions. Tests may import anything and are not checked.
 */
import {
	hasComputedImport,
	isTestFile,
	listBuiltinModules,
	listImports,
	listThreads,
	listValueImports,
	resolveLocal,
} from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

/**
 * For each layer, the other layers it may import.
 *
 * The layers of one ring know nothing of each other, with three deliberate exceptions: an adapter implements a port with
 * a core, or with what a follower published; a follower feeds a core; and a use case may compute with `recommend`, which
 * is a library without a second implementation, and with `statistics`. Only `main` may import `adapters`, so that no other
 * layer knows which ones exist. The version is in `package.json`, the only file outside src that is imported.
 */
const allowedLayers: Readonly<Record<string, readonly string[]>> = {
	lib: [],
	domain: ['lib'],
	ports: ['lib', 'domain'],
	fulltext: ['lib', 'domain'],
	recommend: ['lib', 'domain'],
	learning: ['lib', 'domain'],
	statistics: ['lib', 'domain'],
	ingest: ['lib', 'domain'],
	app: ['lib', 'domain', 'ports', 'recommend', 'statistics'],
	followers: ['lib', 'domain', 'ports', 'fulltext', 'recommend', 'learning', 'statistics'],
	maintenance: ['lib', 'domain', 'ports'],
	adapters: ['lib', 'domain', 'ports', 'fulltext', 'recommend', 'learning', 'followers'],
	http: ['lib', 'domain', 'ports', 'fulltext', 'recommend', 'app'],
	cli: ['lib', 'domain', 'ports', 'fulltext', 'recommend', 'ingest', 'app'],
	main: [
		'lib',
		'domain',
		'ports',
		'fulltext',
		'recommend',
		'learning',
		'statistics',
		'ingest',
		'app',
		'followers',
		'maintenance',
		'adapters',
		'http',
		'cli',
		'package.json',
	],
};

/**
 * Layers whose folders must not import each other (`app/item` never imports `app/store`), with the exceptions: the
 * dialects of SQL may import what is common to them and a thread its traces, OpenSearch the core's adapter, a follower the runtime, an API family the shared code and the
 * server. `any` stands for the folders that are not named.
 */
const separateLayers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	app: {},
	adapters: { sqlite: ['sql', 'tracing'], postgres: ['sql'], opensearch: ['fulltext-index'] },
	followers: { runtime: [], any: ['runtime'] },
	http: { server: [], shared: ['server'], any: ['shared', 'server'] },
};

/** Layers that only compute. `node:net` is allowed: it parses addresses, which `domain` needs. */
const pureLayers = ['lib', 'domain', 'fulltext', 'recommend', 'learning', 'statistics', 'ingest'];
const outsidePattern = /^(?:node:)?(?:fs|http|https|http2|dns|dgram|tls|child_process|worker_threads|cluster|sqlite)\b/;

export function findDirectionProblems(files: SourceFiles): string[] {
	return listCode(files).flatMap((path) =>
		[...listTargets(path, files), ...listThreadTargets(path, files)].flatMap((target) => {
			const reason = explainRefusal(path, target);
			return reason === undefined ? [] : [`${path} imports ${target}: ${reason}`];
		}),
	);
}

/** Folders of `web/` that the others may import: what they share, and the client with the types of the OpenAPI document. */
const sharedBrowserFolders = ['web/ui/', 'web/client/'];

/**
 * Code for browsers imports its own folder and what all pages share. It knows the server by its APIs, never by its code.
 * Packages are checked by whoever bundles them: those of Node.js do not exist in a browser.
 */
export function findBrowserCodeProblems(files: SourceFiles): string[] {
	const paths = [...files.keys()].filter((path) => path.startsWith('web/') && !isTestFile(path));
	return paths.flatMap((path) => {
		const text = files.get(path) ?? '';
		const folder = `${path.split('/').slice(0, 2).join('/')}/`;
		const isAllowed = (target: string) => [folder, ...sharedBrowserFolders].some((start) => target.startsWith(start));
		const strangers = resolveLocal(path, listImports(text)).filter((target) => !isAllowed(target));
		const builtins = listImports(text).filter((specifier) => specifier.startsWith('node:'));
		return [...strangers, ...builtins].map((target) => `${path} imports ${target}, which a browser has not`);
	});
}

/** Files outside the known layers, and imports of missing files, of tests, and of computed targets. */
export function findUnknownImports(files: SourceFiles): string[] {
	return listCode(files).flatMap((path) => {
		const targets = [...listTargets(path, files), ...listThreadTargets(path, files)];
		const missing = targets
			.filter((target) => !files.has(target) && target !== 'package.json')
			.map((target) => `imports ${target}, which is not in src`);
		const tests = targets.filter(isTestFile).map((target) => `imports the test ${target}`);
		const computed = hasComputedImport(files.get(path) ?? '')
			? ['imports a computed name, which no rule can check']
			: [];
		const layer = toLayer(path) in allowedLayers ? [] : ['stands in no layer'];
		return [...layer, ...missing, ...tests, ...computed].map((problem) => `${path} ${problem}`);
	});
}

export function findImpureImports(files: SourceFiles): string[] {
	return listCode(files)
		.filter((path) => pureLayers.includes(toLayer(path)))
		.flatMap((path) => {
			const text = files.get(path) ?? '';
			const outside = [...listImports(text), ...listBuiltinModules(text)].filter((specifier) =>
				outsidePattern.test(specifier),
			);
			return outside.map((specifier) => `${path} imports ${specifier}: ${toLayer(path)} does no input or output`);
		});
}

/**
 * Imports of `node:http`. Such an import reads all its exports, also `WebSocket`, for which Node.js then loads its whole
 * fetch client: 50 ms of a core at every start, which `process.getBuiltinModule('node:http')` does not take.
 */
export function findSlowImports(files: SourceFiles): string[] {
	return listCode(files).flatMap((path) => {
		const slow = listValueImports(files.get(path) ?? '').filter((specifier) => /^(?:node:)?https?$/.test(specifier));
		return slow.map((specifier) => `${path} imports ${specifier}: call process.getBuiltinModule, see import-rules.ts`);
	});
}

/** Packages that are missing when only `dependencies` are installed: packages that src imports belong there. */
export function findUninstalledPackages(files: SourceFiles, installed: readonly string[]): string[] {
	return listCode(files).flatMap((path) => {
		const packages = listImports(files.get(path) ?? '').filter((specifier) => !/^(?:\.|node:)/.test(specifier));
		const missing = packages.map(toPackageName).filter((name) => !installed.includes(name));
		return missing.map((name) => `${path} imports ${name}, which is not in the dependencies of package.json`);
	});
}

/** `@fastify/swagger/plugin` → `@fastify/swagger`. */
function toPackageName(specifier: string): string {
	return specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
}

/**
 * Cycles of files that import each other, including type-only imports; a file in several cycles may be reported in only
 * one. A thread and the file that starts it are not a cycle: neither loads the other. Linear in the imports.
 */
export function findCycles(files: SourceFiles): string[] {
	const finished = new Set<string>();
	const trail: string[] = [];
	const problems: string[] = [];

	function visit(path: string): void {
		if (finished.has(path)) return;
		const start = trail.indexOf(path);
		if (start !== -1) {
			problems.push([...trail.slice(start), path].join(' → '));
			return;
		}
		trail.push(path);
		for (const target of listTargets(path, files)) visit(target);
		trail.pop();
		finished.add(path);
	}

	for (const path of listCode(files)) visit(path);
	return problems;
}

function listCode(files: SourceFiles): string[] {
	return [...files.keys()].filter((path) => /^(?:src|web)\//.test(path) && !isTestFile(path));
}

function listTargets(path: string, files: SourceFiles): string[] {
	return resolveLocal(path, listImports(files.get(path) ?? ''));
}

function listThreadTargets(path: string, files: SourceFiles): string[] {
	return resolveLocal(path, listThreads(files.get(path) ?? ''));
}

/** The files of `main` that may import a store, by how they begin, so that no other knows which stores exist. */
const storeOwners: Readonly<Record<string, string>> = {
	'adapters/sqlite': 'src/main/topologies/embedded',
	'adapters/postgres': 'src/main/topologies/postgres',
};

function explainRefusal(path: string, target: string): string | undefined {
	const from = toLayer(path);
	const to = toLayer(target);
	const owner = storeOwners[`${to}/${toFolder(target)}`];
	if (from === 'main' && owner !== undefined && !path.startsWith(owner)) {
		return `${owner}*.ts alone say that there is this store`;
	}
	if (from !== to) return allowedLayers[from]?.includes(to) ? undefined : `${from} may not import ${to}`;
	const openFolders = separateLayers[from];
	if (openFolders === undefined || toFolder(path) === toFolder(target)) return undefined;
	const isOpen = (openFolders[toFolder(path)] ?? openFolders.any)?.includes(toFolder(target)) === true;
	return isOpen ? undefined : `${from}/${toFolder(path)} may not import ${from}/${toFolder(target)}`;
}

/** `src/app/item/items.ts` → `app`; a file in no layer is its own layer. */
function toLayer(path: string): string {
	return path.startsWith('src/') ? (path.split('/')[1] ?? '') : path;
}

/** `src/app/item/items.ts` → `item`. */
function toFolder(path: string): string {
	return path.split('/').slice(2, -1)[0] ?? '';
}
