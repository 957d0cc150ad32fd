/** Assembles the kernels on WebAssembly, which are written as text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import loadWabt from 'wabt';

const folder = new URL('../../src/fulltext/kernels/', import.meta.url);
export const binaryPath = new URL('kernels-binary.ts', folder);

/** Bytes of base64 in a line of the source. */
const lineLength = 116;

/** @returns the source of the module that holds the binary. @throws when the text is wrong, with the line */
export async function assembleKernels(): Promise<string> {
	const wabt = await loadWabt();
	const features = { multi_memory: true, threads: true, simd: true };
	const parsed = wabt.parseWat('kernels.wat', readFileSync(new URL('kernels.wat', folder), 'ascii'), features);
	try {
		parsed.resolveNames();
		const binary = Uint8Array.from(parsed.toBinary({}).buffer);
		assert.ok(WebAssembly.validate(binary), 'the types in kernels.wat do not fit');
		return toSource(Buffer.from(binary).toString('base64'));
	} finally {
		parsed.destroy();
	}
}

function toSource(base64: string): string {
	const lines = base64.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
	return `/** Made of \`kernels.wat\` by \`npm run build:kernels\`: the WebAssembly module, in base64. */
export const kernelsBinary: readonly string[] = [
${lines.map((line) => `\t'${line}',`).join('\n')}
];
`;
}
