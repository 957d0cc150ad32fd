/**
 * How often does a term occur in each weight class of a document, where does it stand in the title, and how long are the
 * classes, in one byte each?
 *
 *     counts   AAABBCCC   in A  0 not there   1 2 3 times   4 5 first in the title, once or more   6 7 naming the thing
 *                         B saturates at 3, C at 7
 *              AAAggggg   where fields have weights of their own, the number of an entry of `groupCodes`
 *     lengths  AAABBCCC   the numbers of buckets, as below
 *
 * Higher counts would change a BM25 score by a few percent at most, because it saturates. Lengths only matter by their
 * order of magnitude.
 */

import { type TextMeasure, weightGroupsMax } from '../../domain/schema/weight-groups.ts';

/**
 * Weight classes: A for titles and identifiers, B for brands, categories and short descriptions, C for long ones and
 * the rest.
 */
export const weightClasses = { a: 0, b: 1, c: 2 } as const;
export type WeightClass = (typeof weightClasses)[keyof typeof weightClasses];

/** The longest lengths of each bucket, in words; the last bucket has no limit. */
const lengthLimits: readonly (readonly number[])[] = [
	[2, 4, 6, 8, 11, 15, 22],
	[4, 10, 25],
	[0, 8, 20, 40, 80, 160, 320],
];

/** The length that a bucket stands for, in words. */
export const lengthsOfBuckets: readonly (readonly number[])[] = [
	[2, 3.5, 5.5, 7.5, 10, 13, 18, 28],
	[3, 7, 17, 40],
	[0, 5, 14, 30, 58, 115, 230, 480],
];

/** Where a term stands in class A: anywhere, first in the title, or naming the thing, see `naming-words.ts`. */
export const positions = { inside: 0, first: 1, naming: 2 } as const;
export type Position = (typeof positions)[keyof typeof positions];

/** By code of class A: the code for one more occurrence, and the codes for a position. */
const withOneMore = [1, 2, 3, 3, 5, 5, 7, 7] as const;
const withPosition: readonly (readonly number[])[] = [
	[0, 1, 2, 3, 4, 5, 6, 7],
	[0, 4, 5, 5, 4, 5, 6, 7],
	[0, 6, 7, 7, 6, 7, 6, 7],
];

/** How often a term occurs in class A, 0 … 3, or 0 … 2 where it has a position. */
export function toTitleCount(counts: number): number {
	const code = counts >> 5;
	return code < 4 ? code : 1 + (code & 1);
}

/** The fields that a byte counts together: a class, or a group with a weight of its own. */
export interface CountSlot {
	/** The class that their lengths are counted in. */
	readonly weightClass: WeightClass;
	/** As how many occurrences one counts. */
	readonly occurrences: number;
	/** By the lower five bits: how often a term occurs in them, at most as often as these hold; empty for class A. */
	readonly counts: Uint8Array;
	/** By the lower five bits: these bits with one more occurrence. */
	readonly next: Uint8Array;
}

export interface CountLayout {
	readonly title: CountSlot;
	/** What is class B or C and in no group. */
	readonly attributes: CountSlot;
	readonly descriptions: CountSlot;
	/** By number of the group. */
	readonly groups: readonly CountSlot[];
	/** By the lower five bits: 1 if a term occurs in class B, or in a group that is measured like it. */
	readonly isInB: Uint8Array;
}

/** What the lower five bits stand for: how often a term occurs in class B, in class C, and in each group. */
type CountCode = readonly [b: number, c: number, ...groups: number[]];

const classCodes: readonly CountCode[] = Array.from({ length: 32 }, (_, code) => [code >> 3, code & 7]);

/**
 * The codes of an index that counts up to four groups: 30 of the 32 that there is room for. Beside the title, a term is in at most
 * two of B, C and the groups, because a third one would add little to a score: groups come first, then B. Of groups and of C it is
 * only known whether they have the term. B counts up to 3, or up to 2 beside a group.
 */
const groupCodes: readonly CountCode[] = listGroupCodes();

function listGroupCodes(): CountCode[] {
	const codes: CountCode[] = [];
	for (let bits = 0; bits < 4 << (weightGroupsMax + 1); bits++) {
		const groups = Array.from({ length: weightGroupsMax }, (_, group) => (bits >> (3 + group)) & 1);
		const code: CountCode = [bits & 3, (bits >> 2) & 1, ...groups];
		const groupCount = groups.filter((count) => count > 0).length;
		const isAtMostTwo = code.filter((count) => count > 0).length <= 2;
		if (isAtMostTwo && (groupCount === 0 || code[0] < 3)) codes.push(code);
	}
	return codes;
}

/** The code that keeps the most of these counts. */
function toGroupCode([b, c, ...groups]: CountCode): number {
	let room = 2;
	const kept = groups.map((count) => {
		const isKept = count > 0 && room > 0;
		if (isKept) room -= 1;
		return Number(isKept);
	});
	const keptOfB = room === 0 ? 0 : Math.min(b, room + 1);
	const keptOfC = room > Math.min(keptOfB, 1) ? Math.min(c, 1) : 0;
	const wanted = [keptOfB, keptOfC, ...kept].join();
	return groupCodes.findIndex((code) => code.join() === wanted);
}

function toClassCode([b, c]: CountCode): number {
	return (Math.min(b, 3) << 3) | Math.min(c, 7);
}

interface SlotOptions extends Pick<CountSlot, 'weightClass' | 'occurrences'> {
	toCode(code: CountCode): number;
}

/** @param part of a code that has the counts of the slot */
function createSlot(
	codes: readonly CountCode[],
	part: number,
	{ weightClass, occurrences, toCode }: SlotOptions,
): CountSlot {
	const addOne = ([...code]: CountCode) => code.with(part, (code[part] as number) + 1) as unknown as CountCode;
	return {
		weightClass,
		occurrences,
		counts: Uint8Array.from(codes, (code) => code[part] ?? 0),
		next: Uint8Array.from(codes, (code) => toCode(addOne(code))),
	};
}

const none = new Uint8Array(0);
const titleSlot: CountSlot = { weightClass: weightClasses.a, occurrences: 1, counts: none, next: none };

function createLayout(
	codes: readonly CountCode[],
	toCode: (code: CountCode) => number,
	groups: readonly TextMeasure[],
): CountLayout {
	const ofClass = (weightClass: WeightClass) => ({ weightClass, occurrences: 1, toCode });
	const attributes = createSlot(codes, 0, ofClass(weightClasses.b));
	const slots = groups.map(({ fieldClass, occurrences }, group) => {
		const weightClass = fieldClass === 'B' ? weightClasses.b : weightClasses.c;
		return createSlot(codes, 2 + group, { weightClass, occurrences, toCode });
	});
	const ofB = [attributes, ...slots].filter(({ weightClass }) => weightClass === weightClasses.b);
	return {
		title: titleSlot,
		attributes,
		descriptions: createSlot(codes, 1, ofClass(weightClasses.c)),
		groups: slots,
		isInB: Uint8Array.from(codes, (_, code) => Number(ofB.some(({ counts }) => (counts[code] as number) > 0))),
	};
}

/** The layout where fields have the weights of their classes. */
export const classLayout: CountLayout = createLayout(classCodes, toClassCode, []);

/** By the groups of a schema. */
const layouts = new WeakMap<readonly TextMeasure[], CountLayout>();

/** The layout of an index with these groups of fields. Cost: O(1) for known groups, otherwise about a millisecond. */
export function toCountLayout(groups: readonly TextMeasure[]): CountLayout {
	if (groups.length === 0) return classLayout;
	const layout = layouts.get(groups) ?? createLayout(groupCodes, toGroupCode, groups);
	layouts.set(groups, layout);
	return layout;
}

/** How often a term occurs in the fields of a slot, at most as often as the byte holds. */
export function countIn({ weightClass, counts }: CountSlot, packed: number): number {
	return weightClass === weightClasses.a ? toTitleCount(packed) : (counts[packed & 0x1f] as number);
}

/** Whether a term occurs in more than class C. */
export function isMoreThanText({ isInB }: CountLayout, packed: number): boolean {
	return packed > 0x1f || isInB[packed] === 1;
}

/** Where a term stands that occurs in class A. */
export function toPosition(counts: number): Position {
	if (counts < 0x80) return positions.inside;
	return counts < 0xc0 ? positions.first : positions.naming;
}

/** Returns `counts` with a position for what occurs in class A; naming the thing counts more than being first. */
export function raisePosition(counts: number, position: Position): number {
	return (counts & 0x1f) | (((withPosition[position] as readonly number[])[counts >> 5] as number) << 5);
}

/** Returns `packed` with one more occurrence in the fields of a slot. */
export function addOccurrence(packed: number, { weightClass, next }: CountSlot): number {
	if (weightClass === weightClasses.a) return (packed & 0x1f) | ((withOneMore[packed >> 5] as number) << 5);
	return (packed & 0xe0) | (next[packed & 0x1f] as number);
}

/** The byte for classes with these numbers of words (≥ 0). */
export function packLengths(a: number, b: number, c: number): number {
	return (toLengthBucket(a, 0) << 5) | (toLengthBucket(b, 1) << 3) | toLengthBucket(c, 2);
}

/** The bucket of a length in a class. */
export function toLengthBucket(length: number, weightClass: WeightClass): number {
	const limits = lengthLimits[weightClass] as readonly number[];
	let bucket = 0;
	while (bucket < limits.length && length > (limits[bucket] as number)) bucket += 1;
	return bucket;
}
