// Whether this Node can run Vitrine. Plain JavaScript: Node before 22.18 cannot load a TypeScript file, not even one that
// would say so. The scripts of package.json run it before they hand Node flags that an old one does not know.
import { existsSync } from 'node:fs';

const majorMin = 24;

if (Number(process.versions.node.split('.')[0]) < majorMin) {
	const isCheckout = existsSync(new URL('../src', import.meta.url));
	const bringing = ', or run "npm ci" without --omit=dev, which brings it for "npm start" and "npm run vitrine"';
	process.stderr.write(
		`vitrine: this is Node ${process.versions.node}, and Vitrine needs Node ${majorMin} or newer: install it (https://nodejs.org)${isCheckout ? bringing : ''}\n`,
	);
	process.exit(1);
}
