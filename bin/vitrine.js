#!/usr/bin/env node
// Where the program starts. What it imports dynamically is not read before the version of Node is known.
import './check-node.js';

await import('../src/main/vitrine.ts');
