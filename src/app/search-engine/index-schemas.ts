/** Use cases on the schema of an index: its owner reads and changes it, even while the index is being replaced. */
import type { BuildState, IndexDescription } from '../../domain/query/index-description.ts';
import { type FieldReport, toFieldReport } from '../../domain/schema/field-report.ts';
import { toIndexSchema } from '../../domain/schema/index-schema.ts';
import { findMissingNumbers } from '../../domain/schema/missing-numbers.ts';
import { changeOverrides, noOverrides, type SchemaChange } from '../../domain/schema/schema-override.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { FailureError, fail, type Result, succeed } from '../../lib/failure.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { SearchIndex } from '../../ports/search-index.ts';

export interface SchemaReport {
	/** Fields that the index has or that have overrides, by name. */
	readonly fields: readonly FieldReport[];
	/**
	 * `current`: searches use this schema. `rebuilding`: they use the previous one until the new index is whole.
	 * `building`: they are not answered until the index is whole. `unknown`: the index cannot be asked now, or there is
	 * no search.
	 */
	readonly state: 'current' | 'rebuilding' | 'building' | 'unknown';
	/** Progress of the index that is being built. */
	readonly build: BuildState | undefined;
}

export interface IndexSchemas {
	/** `not_found` when the engine has no index of this name. */
	read(engine: SearchEngineWithIndices, name: string): Promise<Result<SchemaReport>>;
	/**
	 * Changes only what is named. A change that affects what is indexed has the index rebuilt beside the old one.
	 * `invalid` with all faults; then nothing has changed.
	 */
	change(engine: SearchEngineWithIndices, name: string, change: SchemaChange): Promise<Result<SchemaReport>>;
}

export interface IndexSchemasOptions {
	readonly searchEngines: Pick<SearchEngineRepository, 'find' | 'changeSchema'>;
	/** Undefined on a server without search. */
	readonly searchIndex: Pick<SearchIndex, 'describe'> | undefined;
}

export function createIndexSchemas({ searchEngines, searchIndex }: IndexSchemasOptions): IndexSchemas {
	/**
	 * Undefined when it is not known now. Asking also starts the rebuild of an index that does not match the stored
	 * overrides.
	 */
	async function describe(hashid: string, name: string): Promise<IndexDescription | undefined> {
		try {
			return await searchIndex?.describe(hashid, name);
		} catch (error) {
			if (error instanceof FailureError) return undefined;
			throw error;
		}
	}

	async function read({ hashid, indices }: SearchEngineWithIndices, name: string): Promise<Result<SchemaReport>> {
		const index = indices.find((candidate) => candidate.name === name);
		if (index === undefined) return fail('not_found');
		const description = await describe(hashid, name);
		const usesOfFields = new Map(description?.fields.map((field) => [field.name, field.uses]));
		const names = new Set([...usesOfFields.keys(), ...Object.keys(index.schemaOverrides)]);
		const schema = toIndexSchema(index.schemaOverrides);
		return succeed({
			fields: [...names].sort().map((field) => toFieldReport(schema, field, usesOfFields.get(field) ?? [])),
			...toState(description),
		});
	}

	return {
		read,
		async change({ hashid, indices }, name, change) {
			const current = indices.find((candidate) => candidate.name === name)?.schemaOverrides ?? noOverrides;
			const changed = changeOverrides(current, change);
			const faults = await findMissingNumbers({ current, changed, change }, () => describe(hashid, name));
			if (faults.length > 0) return failFaults(faults);
			const outcome = await searchEngines.changeSchema(hashid, name, change);
			if (outcome === 'missing') return fail('not_found');
			if (outcome !== 'updated') return failFaults(outcome);
			const engine = await searchEngines.find(hashid);
			return engine === undefined ? fail('not_found') : read(engine, name);
		},
	};
}

function toState(description: IndexDescription | undefined): Pick<SchemaReport, 'state' | 'build'> {
	if (description === undefined) return { state: 'unknown', build: undefined };
	const { build, replacement } = description;
	if (build !== undefined) return { state: 'building', build };
	return { state: replacement === undefined ? 'current' : 'rebuilding', build: replacement };
}
