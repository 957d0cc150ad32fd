/** What is in indexes of OpenSearch: their fields, and how far they are. */
import type { FieldCatalogue } from '../../domain/query/field-catalogue.ts';
import { type FieldDescription, type FieldUse, fieldUses } from '../../domain/query/index-description.ts';
import { search } from './candidates.ts';
import { nameEnd, typeSign } from './index-layout.ts';
import type { OpenedIndex } from './open-scope.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import type { TermsAggregate } from './terms-aggregate.ts';

/** An index has at most some thousand fields, of which each has up to four uses. */
const usesMax = 50_000;

export interface DescribedFields {
	readonly itemCount: number;
	/** By name. */
	readonly fields: ReadonlyMap<string, FieldDescription>;
}

export async function describeFields(
	connection: OpenSearchConnection,
	opened: readonly OpenedIndex[],
): Promise<DescribedFields> {
	if (opened.length === 0) return { itemCount: 0, fields: new Map() };
	const aggs = { uses: { terms: { field: 'uses', size: usesMax } } };
	const { hits, aggregations } = await search(connection, opened, { size: 0, track_total_hits: true, aggs });
	const found = new Map<string, string[]>();
	for (const { key } of (aggregations?.uses as TermsAggregate | undefined)?.buckets ?? []) {
		const text = String(key);
		const at = text.lastIndexOf(nameEnd);
		const name = text.slice(0, at);
		found.set(name, [...(found.get(name) ?? []), text.slice(at + nameEnd.length)]);
	}
	const fields = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, uses]) => toField(name, uses));
	return { itemCount: hits.total?.value ?? 0, fields: new Map(fields.map((field) => [field.name, field])) };
}

function toField(name: string, uses: readonly string[]): FieldDescription {
	const kinds = uses.filter((use) => use.startsWith(typeSign));
	return { name, uses: fieldUses.filter((use) => uses.includes(use)), isMixed: kinds.length > 1 };
}

export function toCatalogue({ itemCount, fields }: DescribedFields): FieldCatalogue {
	return {
		itemCount,
		find: (fieldName): readonly FieldUse[] | undefined => fields.get(fieldName)?.uses,
		listNames: () => [...fields.keys()],
	};
}

interface BuildStatistics {
	readonly segmentCount: number;
	readonly deletedCount: number;
	readonly byteCount: number;
}

interface StatsReply {
	readonly _all?: {
		readonly primaries?: {
			readonly docs?: { readonly deleted: number };
			readonly store?: { readonly size_in_bytes: number };
			readonly segments?: { readonly count: number };
		};
	};
}

export async function readStatistics(connection: OpenSearchConnection, build: string): Promise<BuildStatistics> {
	const { body } = await connection.send<StatsReply>({ path: `/${build}/_stats/docs,store,segments` });
	const { docs, store, segments } = body._all?.primaries ?? {};
	return {
		segmentCount: Math.max(1, segments?.count ?? 0),
		deletedCount: docs?.deleted ?? 0,
		byteCount: store?.size_in_bytes ?? 0,
	};
}
