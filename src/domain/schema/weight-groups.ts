/**
 * Which fields with weights of their own are weighed together? An index counts them apart from other fields, in at most four
 * groups. With more of such fields, those with the most similar weights share a group, which weighs as much as they do on
 * average. Only fields whose texts are measured alike do.
 *
 *     brand 8, categories 5, description 0.5          three groups: any other weights are three groups, too
 *     and colour 2, material 2.1, size 6              colour with material, size by itself
 *
 * An index is built for its groups, and what they weigh is said when it is searched.
 */
import { type FieldClass, type FieldRole, usesOfRoles } from './field-role.ts';

/** How the texts of a field with a weight of its own are measured. */
export interface TextMeasure {
	/** Their lengths count as those of short attributes, or of descriptions. */
	readonly fieldClass: Exclude<FieldClass, 'A'>;
	/** How many occurrences a word counts as. */
	readonly occurrences: number;
}

export interface WeightGroup extends TextMeasure {
	/** At least one. */
	readonly fieldNames: readonly string[];
}

/** As many as there are measures, at least. */
export const weightGroupsMax = 4;

/** Identifiers are measured as short attributes, and texts as descriptions, however long they are. */
export function toTextMeasure(role: FieldRole, fieldClass: FieldClass | null): TextMeasure {
	if (role === 'text' || fieldClass === null || fieldClass === 'C') return { fieldClass: 'C', occurrences: 1 };
	return { fieldClass: 'B', occurrences: usesOfRoles[role].occurrences };
}

/** A field with a weight of its own. */
export interface WeighedField {
	readonly name: string;
	/** 0 … `fieldWeightMax`. */
	readonly weight: number;
	readonly measure: TextMeasure;
}

type Cluster = readonly [WeighedField, ...WeighedField[]];

/** The number of the group of each of these fields. Cost: O(fields²), milliseconds for hundreds. */
export function groupFields(fields: readonly WeighedField[]): ReadonlyMap<string, number> {
	let clusters: readonly Cluster[] = fields
		.toSorted((a, b) => compareTexts(toKey(a), toKey(b)) || a.weight - b.weight)
		.map((field) => [field]);
	while (clusters.length > weightGroupsMax) clusters = mergeNearest(clusters);
	const named = clusters.map((cluster) => cluster.map(({ name }) => name).sort());
	// Numbered by names, because numbers must not change with the weights.
	named.sort(([a = ''], [b = '']) => compareTexts(a, b));
	return new Map(named.flatMap((names, group) => names.map((name) => [name, group] as const)));
}

/** Makes one of two neighbours: those of the same measure whose weights have the smallest ratio. */
function mergeNearest(clusters: readonly Cluster[]): readonly Cluster[] {
	let at = 0;
	let least = Number.POSITIVE_INFINITY;
	for (let index = 1; index < clusters.length; index++) {
		const ratio = toRatio(clusters[index - 1] as Cluster, clusters[index] as Cluster);
		if (ratio >= least) continue;
		at = index - 1;
		least = ratio;
	}
	const [one, other] = [clusters[at] as Cluster, clusters[at + 1] as Cluster];
	return [...clusters.slice(0, at), [...one, ...other], ...clusters.slice(at + 2)];
}

/** Smaller weights are as good as none. */
const weightMin = 0.01;

function toRatio(smaller: Cluster, larger: Cluster): number {
	if (toKey(smaller[0]) !== toKey(larger[0])) return Number.POSITIVE_INFINITY;
	const [from, to] = [smaller, larger].map((fields) => Math.max(weightMin, toMean(fields.map(({ weight }) => weight))));
	return (to as number) / (from as number);
}

function toKey({ measure: { fieldClass, occurrences } }: WeighedField): string {
	return `${fieldClass}${occurrences}`;
}

function toMean(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}

/** The groups by number. @param groupOfFields numbers of groups, counted from 0 */
export function listWeightGroups(
	groupOfFields: ReadonlyMap<string, number>,
	toMeasure: (fieldName: string) => TextMeasure,
): readonly WeightGroup[] {
	const groups: WeightGroup[] = [];
	for (const [name, group] of [...groupOfFields].sort(([, a], [, b]) => a - b)) {
		const { fieldNames, ...measure } = groups[group] ?? { ...toMeasure(name), fieldNames: [] };
		groups[group] = { ...measure, fieldNames: [...fieldNames, name] };
	}
	return groups;
}

/** What an owner says that fields weigh: each 0 … `fieldWeightMax`. */
export interface FieldWeights {
	readonly title: number;
	/** Of the other fields that have a weight of their own, by name. */
	readonly ofFields: ReadonlyMap<string, number>;
}

/** What a group weighs if its fields have these weights now; undefined if none of them has one any more. */
export function toGroupWeight({ fieldNames }: WeightGroup, { ofFields }: FieldWeights): number | undefined {
	const known = fieldNames.map((name) => ofFields.get(name)).filter((weight) => weight !== undefined);
	return known.length === 0 ? undefined : toMean(known);
}
