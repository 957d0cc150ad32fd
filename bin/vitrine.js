#!/usr/bin/env node
// Node before 22.18 cannot load a TypeScript file, not even one that would say so; this file says it instead.
import('../src/main/vitrine.ts').catch((error) => {
	if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
	process.stderr.write(
		`vitrine: this is Node ${process.versions.node}, and Vitrine needs Node 24 or newer; install it, or use "npm run vitrine" in a checkout, which brings its own\n`,
	);
	process.exitCode = 1;
});
