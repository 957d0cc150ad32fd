#!/usr/bin/env node
// Where the program starts. What it imports dynamically is not read before the version of Node is known.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './check-node.js';

// Flags of Node that a server runs better with (docs/operations.md). Where they were not given, as by npx, this process
// starts again with them; it stays the same process.
const flags = [
	'--disable-warning=ExperimentalWarning',
	'--max-semi-space-size=16',
	'--v8-pool-size=1',
	'--concurrent-recompilation-queue-length=64',
];
const isGiven = process.execArgv.length > 0 || Boolean(process.env.NODE_OPTIONS);
if (process.argv[2] === 'serve' && !isGiven && process.platform !== 'win32') {
	const script = fileURLToPath(import.meta.url);
	process.execve(process.execPath, [process.execPath, ...flags, script, ...process.argv.slice(2)], process.env);
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
