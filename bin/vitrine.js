#!/usr/bin/env node
// Where the program starts. What it imports dynamically is not read before the version of Node is known.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './check-node.js';

// What a server runs better with (docs/operations.md): flags of Node, unless some were given, and limits of the allocator of
// glibc, which only reads them when a process starts. So this process starts again with them; it stays the same process.
const flags = [
	'--disable-warning=ExperimentalWarning',
	'--max-semi-space-size=16',
	'--v8-pool-size=1',
	'--concurrent-recompilation-queue-length=64',
];
const allocation = { MALLOC_MMAP_THRESHOLD_: '4194304', MALLOC_TRIM_THRESHOLD_: '8388608' };
const isGiven = process.execArgv.length > 0 || Boolean(process.env.NODE_OPTIONS);
const isLimited = process.platform !== 'linux' || Object.keys(allocation).some((name) => name in process.env);
if (process.argv[2] === 'serve' && !(isGiven && isLimited) && process.platform !== 'win32') {
	const command = [process.execPath, ...(isGiven ? process.execArgv : flags), fileURLToPath(import.meta.url)];
	process.execve(process.execPath, [...command, ...process.argv.slice(2)], { ...allocation, ...process.env });
}

// What V8 has compiled is kept beside the packages: without that, every start takes a second more of a core. Where this
// user may not write, nothing is kept. Threads have a cache where the variable says so.
const { constants, enableCompileCache } = await import('node:module');
const directory = fileURLToPath(new URL('../node_modules/.cache/vitrine', import.meta.url));
const { status } = enableCompileCache(directory);
if (status === constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = directory;

// A checkout has the sources; an installed package has JavaScript made of them, because Node strips no types there.
const source = new URL('../src/main/vitrine.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../dist/vitrine.js', import.meta.url).href);
