#!/usr/bin/env node
// Where the program starts. What it imports dynamically is not read before the version of Node is known.
import { fileURLToPath } from 'node:url';
import './check-node.js';

// What V8 has compiled is kept beside the packages: without that, every start takes a second more of a core. Where this
// user may not write, nothing is kept. Threads have a cache where the variable says so.
const { constants, enableCompileCache } = await import('node:module');
const directory = fileURLToPath(new URL('../node_modules/.cache/vitrine', import.meta.url));
const { status } = enableCompileCache(directory);
if (status === constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = directory;

await import('../src/main/vitrine.ts');
