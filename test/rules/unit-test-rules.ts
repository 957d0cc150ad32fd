/**
 * Tests beside the code run together in one process, in seconds. Tests that start programs or servers belong in `test/`.
 */
import { listImports } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

const starters =
	/^node:child_process$|\/test\/support\/(server|serve-process|served-app|npm-process|postgres-server|prepared-postgres|postgres-events|small-disk)\.ts$/;

/** @returns a sentence for each import of a unit test that starts a program or a server. */
export function findHeavyUnitTests(files: SourceFiles): string[] {
	return [...files]
		.filter(([path]) => path.startsWith('src/') && path.endsWith('.test.ts'))
		.flatMap(([path, text]) =>
			listImports(text)
				.filter((specifier) => starters.test(specifier))
				.map((specifier) => `${path} imports ${specifier}: it belongs into test/contract, test/e2e or test/fault`),
		);
}
