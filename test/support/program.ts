/**
 * The program that tests start: what `npm run build:server` made where `VITRINE_TEST_BUILT` is set, which starts with half the
 * processor time, and the sources otherwise.
 */
import { fileURLToPath } from 'node:url';

export const sourceProgram = toFile('src/main/vitrine.ts');
export const program = process.env.VITRINE_TEST_BUILT === undefined ? sourceProgram : toFile('dist/vitrine.js');

function toFile(path: string): string {
	return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
