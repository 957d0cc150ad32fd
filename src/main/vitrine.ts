#!/usr/bin/env node
/**
 * Where the program starts. Nothing is imported before the version of Node is known, and the file itself has no syntax
 * that an older Node would stumble over; one too old to load TypeScript at all is told so by bin/vitrine.js.
 */
const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
	process.stderr.write(
		`vitrine: this is Node ${process.versions.node}, and Vitrine needs Node 24 or newer; install it, or use "npm run vitrine" in a checkout, which brings its own\n`,
	);
	process.exitCode = 1;
} else {
	const { runVitrine } = await import('./command-line.ts');
	process.exitCode = await runVitrine(process.argv.slice(2));
}
