/** `npm run bench -- NAME [options]`: runs one benchmark, prints its table and appends its numbers to the history. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';
import { toTable } from './measurement.ts';

const benchmarks: Readonly<
	Record<string, () => Promise<{ run(words: readonly string[]): Promise<readonly Measurement[]> }>>
> = {
	api: () => import('./api.ts'),
	cluster: () => import('./cluster.ts'),
	'search-http': () => import('./search-http.ts'),
	peers: () => import('./peers.ts'),
	events: () => import('./events.ts'),
	analysis: () => import('./analysis.ts'),
	'session-stream': () => import('./session-stream.ts'),
	'session-statistics': () => import('./session-statistics.ts'),
	relevance: () => import('./relevance.ts'),
	opensearch: () => import('./opensearch.ts'),
	learning: () => import('./learning.ts'),
	'query-checks': () => import('./query-checks.ts'),
	suggest: () => import('./suggest.ts'),
	pages: () => import('./pages.ts'),
	fairness: () => import('./fairness.ts'),
	abuse: () => import('./abuse.ts'),
	statistics: () => import('./statistics.ts'),
	workarounds: () => import('./workarounds.ts'),
};
/** Benchmarks that print tables of their own, run as separate processes. */
const scripts: readonly string[] = ['fulltext', 'sessions'];

const [name = '', ...words] = process.argv.slice(2);
if (scripts.includes(name)) {
	const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
	const { status } = spawnSync(process.execPath, [...process.execArgv, file, ...words], { stdio: 'inherit' });
	process.exit(status ?? 1);
}
const load = benchmarks[name];
if (load === undefined) {
	console.error(`usage: npm run bench -- ${[...Object.keys(benchmarks), ...scripts].join('|')} [options]`);
	process.exit(2);
}
const { run } = await load();
const measurements = await run(words);
console.log(toTable(measurements));
const entry = {
	at: new Date().toISOString(),
	bench: name,
	words,
	commit: readCommit(),
	node: process.version,
	cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
	measurements,
};
await appendFile(new URL('./history.jsonl', import.meta.url), `${JSON.stringify(entry)}\n`);

function readCommit(): string {
	try {
		return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
	} catch {
		// A release archive has no git history; the numbers are still useful.
		return 'unknown';
	}
}
