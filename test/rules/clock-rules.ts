/**
 * Which files may read the machine's date: pauses, deadlines, ages and rates must not depend on a clock that can be set.
 */
import { stripComments } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

const clockFile = 'src/adapters/system/system-clock.ts';
const patterns = [/\bDate\.now\b/, /\bnew Date\(\s*\)/, /\bnew Date\b(?!\s*\()/, /(?<!new |\.|\w)Date\(/];

export function findDateReaders(files: SourceFiles): string[] {
	return [...files]
		.filter(([path]) => path !== clockFile && !path.endsWith('.test.ts'))
		.filter(([, text]) => patterns.some((pattern) => pattern.test(stripComments(text))))
		.map(([path]) => `${path} asks for the date: take a Clock, or readMonotonicMs for what is no date`);
}
