/**
 * Which weights can be tried in a search? Those that come with a request: they change nothing that is indexed.
 *
 *     tried     title 8, brand 6 instead of 4, rating as popularity
 *     refused   brand 6 where it had no weight of its own, another role: the index would have to be rebuilt
 */
import { toIndexedText } from '../../domain/schema/indexed-text.ts';
import { findMissingNumbers } from '../../domain/schema/missing-numbers.ts';
import {
	changeOverrides,
	findOverrideFaults,
	type SchemaChange,
	type SchemaOverrides,
} from '../../domain/schema/schema-override.ts';
import type { Index, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { failFaults, nestFaults, toFaults } from '../../lib/fail-faults.ts';
import { FailureError, type Fault, type Result, succeed } from '../../lib/failure.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

/** By the name of the index. */
export type SchemaChanges = Readonly<Record<string, SchemaChange>>;

/**
 * The engine with the changes laid over its schemas; `invalid` with all faults, under the path `schemas`.
 * @throws {FailureError} as every method of `SearchIndex`, except where the index cannot be asked now
 */
export async function applySchemaChanges(
	engine: SearchEngineWithIndices,
	changes: SchemaChanges,
	searchIndex: Pick<SearchIndex, 'describe'>,
): Promise<Result<SearchEngineWithIndices>> {
	const faults: Fault[] = [];
	const indices = new Map(engine.indices.map((index) => [index.name, index]));
	for (const [name, change] of Object.entries(changes)) {
		const index = indices.get(name);
		if (index === undefined) {
			faults.push(...toFaults(`schemas.${name}`, 'is not an index of this search engine'));
			continue;
		}
		const changed = changeOverrides(index.schemaOverrides, change);
		const found = await findFaults(index, { change, changed }, () => describe(searchIndex, engine.hashid, name));
		faults.push(...nestFaults(`schemas.${name}`, found));
		indices.set(name, { ...index, schemaOverrides: changed });
	}
	return faults.length > 0 ? failFaults(faults) : succeed({ ...engine, indices: [...indices.values()] });
}

interface Tried {
	readonly change: SchemaChange;
	/** The overrides of the index with `change`. */
	readonly changed: SchemaOverrides;
}

async function findFaults(
	{ schemaOverrides: current }: Index,
	{ change, changed }: Tried,
	describeIndex: () => ReturnType<SearchIndex['describe']>,
): Promise<Fault[]> {
	const wrong = findOverrideFaults(changed);
	if (wrong.length > 0) return wrong;
	if (toIndexedText(changed) === toIndexedText(current)) {
		return findMissingNumbers({ current, changed, change }, describeIndex);
	}
	const isIndexedOtherwise = ([field, said]: [string, SchemaChange[string]]) =>
		toIndexedText(changeOverrides(current, { [field]: said })) !== toIndexedText(current);
	const entries = Object.entries(change);
	const guilty = entries.filter(isIndexedOtherwise);
	// Where no field is to blame alone, together they are grouped anew.
	return (guilty.length > 0 ? guilty : entries).flatMap(([field, said]) =>
		toFaults(`fields.${field}${said?.weight === undefined ? '' : '.weight'}`, rebuildProblem),
	);
}

const rebuildProblem =
	'would have the index rebuilt, which a trial does not: only another number for a field that has a weight, the weight of the title, and popularity can be tried';

/** Undefined when it is not known now. */
async function describe(searchIndex: Pick<SearchIndex, 'describe'>, hashid: string, name: string) {
	try {
		return await searchIndex.describe(hashid, name);
	} catch (error) {
		if (error instanceof FailureError) return undefined;
		throw error;
	}
}
