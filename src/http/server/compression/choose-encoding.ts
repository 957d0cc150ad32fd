/**
 * Which encoding does the client prefer? `Accept-Encoding` as in RFC 9110, 12.5.3:
 *
 *     gzip, deflate, br;q=0.9          gzip 1 · br 0.9                            gzip
 *     br, gzip                         both 1: the server chooses                 br
 *     *;q=0.5, gzip;q=0                br 0.5 by the star · gzip not at all       br
 *     gzip;q=0.5, identity             identity 1                                 identity
 *     identity;q=0, gzip               only gzip, however short the answer        gzip
 */
import { memoize } from '../../../lib/cache.ts';

/** The encodings that the server can write, in the order of its own preference. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export interface EncodingChoice {
	/** Undefined: identity. */
	readonly encoding: Encoding | undefined;
	/** Whether gzip is as welcome as the encoding, and more so than identity. */
	readonly isGzipAsGood: boolean;
	/** The client does not accept identity. If it accepts none of our encodings either, it gets identity nevertheless. */
	readonly isForced: boolean;
}

const asItIs: EncodingChoice = { encoding: undefined, isGzipAsGood: false, isForced: false };

/** Few different headers are in use: those of browsers and libraries. */
const chooseByHeader = memoize((header) => choose(parseWeights(header)), { entriesMax: 256, textLengthMax: 256 });

/** @param header undefined when there is none, which accepts everything and prefers nothing. Never throws. */
export function chooseEncoding(header: string | undefined): EncodingChoice {
	return header === undefined ? asItIs : chooseByHeader(header);
}

function choose(weights: ReadonlyMap<string, number>): EncodingChoice {
	const others = weights.get('*');
	// A client need not name identity; if it does not, every named encoding is preferred.
	const identity = weights.get('identity') ?? (others === 0 ? 0 : undefined);
	let encoding: Encoding | undefined;
	let best = 0;
	for (const name of encodings) {
		const weight = weights.get(name) ?? others ?? 0;
		if (weight > best) [encoding, best] = [name, weight];
	}
	if (encoding === undefined || (identity !== undefined && identity > best)) return asItIs;
	const isGzipAsGood = (weights.get('gzip') ?? others ?? 0) === best;
	return { encoding, isGzipAsGood, isForced: identity === 0 };
}

/** By lower-case name, 0 … 1; the last weight of a repeated name. An invalid weight counts as 0. */
function parseWeights(header: string): Map<string, number> {
	const weights = new Map<string, number>();
	for (const entry of header.split(',')) {
		const [written = '', ...parameters] = entry.split(';');
		const name = written.trim().toLowerCase();
		if (name === '') continue;
		weights.set(name === 'x-gzip' ? 'gzip' : name, readWeight(parameters));
	}
	return weights;
}

function readWeight(parameters: readonly string[]): number {
	for (const parameter of parameters) {
		const [name = '', value = ''] = parameter.split('=');
		if (name.trim().toLowerCase() !== 'q') continue;
		return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value.trim()) ? Number(value) : 0;
	}
	return 1;
}
