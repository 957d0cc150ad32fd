/** Which kernels does a search use? Those on WebAssembly where it has SIMD and several memories, as Node.js 24 does. */
import { findLinearMemory, isLinear } from '../../lib/linear-memory.ts';
import type { Segment } from '../index/segment/segment.ts';
import { kernelsBinary } from './kernels-binary.ts';
import { createLinearArea, type LinearArea } from './linear-area.ts';
import { createLinearKernels } from './linear-kernels.ts';
import { type SearchKernels, typedArrayKernels } from './search-kernels.ts';

/** The module, compiled once in each thread; false where it cannot be. */
let compiled: WebAssembly.Module | false | undefined;

function compile(): WebAssembly.Module | false {
	const binary = Uint8Array.from(Buffer.from(kernelsBinary.join(''), 'base64'));
	return WebAssembly.validate(binary) && new WebAssembly.Module(binary);
}

/** @returns the kernels for a segment. Cost: O(1), some 10 µs the first time. */
export type FindKernels = (segment: Pick<Segment, 'bytes'>) => SearchKernels;

/** For searches whose memory is of typed arrays. */
export const findTypedArrayKernels: FindKernels = () => typedArrayKernels;

/**
 * An area for arrays of these bytes, if the kernels on WebAssembly can be used and are worth it.
 * @param bytesMin the smallest that is
 */
export function openLinearArea(
	{ arrayBytes, arrayCount }: { readonly arrayBytes: number; readonly arrayCount: number },
	bytesMin: number,
): { readonly area: LinearArea; readonly findKernels: FindKernels } | undefined {
	if (!isLinear(arrayBytes, bytesMin)) return undefined;
	compiled ??= compile();
	if (compiled === false) return undefined;
	const module = compiled;
	const area = createLinearArea(arrayBytes, arrayCount);
	if (area === undefined) return undefined;
	const bySegment = new WeakMap<WebAssembly.Memory, SearchKernels>();
	const findKernels: FindKernels = ({ bytes }) => {
		const memory = findLinearMemory(bytes);
		// A segment that is not in linear memory: it is small, or was written before there was any.
		if (memory === undefined) return typedArrayKernels;
		let kernels = bySegment.get(memory);
		if (kernels === undefined) {
			kernels = createLinearKernels(module, area, memory);
			bySegment.set(memory, kernels);
		}
		return kernels;
	};
	return { area, findKernels };
}
