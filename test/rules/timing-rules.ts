/**
 * Tests check what happens, never how fast or in how much memory: that depends on the machine, and belongs to `bench/`.
 * Tests wait for events (`test/support/wait-for.ts`).
 */
import { stripComments } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

/** What may measure nevertheless, with the reason. The list must only shrink. */
const exceptions: ReadonlyMap<string, string> = new Map([
	[
		'test/support/earned-tokens.ts',
		'a rate limit gives back more the longer a test takes, and that is a bound from above',
	],
	['test/support/postgres-server.ts', 'a deadline for a program that is not ours'],
	['test/fault/fuzz.test.ts', '100,000 requests wait until memory is back'],
]);

const clock = String.raw`\b(?:performance|Date)\.now\(\)`;
const measures: readonly (readonly [what: string, pattern: RegExp])[] = [
	['how long something takes', new RegExp(String.raw`${clock}\s*(?:[-<>]|(?:\)\s*)+/)|(?<!=)[-<>]=?\s*${clock}`)],
	['how long something takes', /\bprocess\.(?:hrtime|cpuUsage|resourceUsage)\b/],
	['memory', /\bprocess\.memoryUsage\b|\bVmRSS\b|\bprocess_resident_memory_bytes\b|\bgetHeap\w*Statistics\b/],
];

/** @returns a sentence for each test, or part of one, that measures. */
export function findMeasuringTests(files: SourceFiles): string[] {
	return [...files]
		.filter(([path]) => !exceptions.has(path) && (path.startsWith('test/') || path.endsWith('.test.ts')))
		.filter(([path]) => !path.startsWith('test/rules/'))
		.flatMap(([path, text]) =>
			listMeasured(text).map((what) => `${path} measures ${what}: wait for what must happen, or move it to bench/`),
		);
}

/** @returns the exceptions that measure nothing, or are not there any more. */
export function findUnusedExceptions(files: SourceFiles): string[] {
	return [...exceptions.keys()].filter((path) => listMeasured(files.get(path) ?? '').length === 0);
}

function listMeasured(text: string): readonly string[] {
	const code = stripComments(text);
	return [...new Set(measures.filter(([, pattern]) => pattern.test(code)).map(([what]) => what))];
}
