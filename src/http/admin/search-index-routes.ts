/** The search index of an index, for the owner: what its fields were inferred to be, and what was left out. */
import { type Static, Type } from 'typebox';
import { fieldUses, type IndexDescription } from '../../domain/query/index-description.ts';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import type { ZoneServices } from '../server/zone-services.ts';
import { component } from '../shared/schema-component.ts';
import { indexPath } from '../shared/target-paths.ts';
import { describeOwnerOperation } from './describe-admin-operation.ts';

const searchIndexOutput = component(
	'SearchIndexReport',
	Type.Object({
		name: Type.String(),
		state: Type.Enum(['ready', 'building', 'failing'], {
			description:
				'`ready`: it is searched. `building`: it is made from the stored items, and searches are answered 503 until it is whole; then there is nothing yet under `items` and `fields`. `failing`: that went wrong several times in a row, and is tried again; the log says why',
		}),
		writes_indexed: Type.Integer({
			description: 'Number of the last write that the index has, whether it is searched or not',
		}),
		language: Type.String({ description: 'By which texts are analysed' }),
		items: Type.Integer({ description: 'Items that searches can find' }),
		deleted_items: Type.Integer({ description: 'Deleted or replaced ones whose place is not free yet' }),
		segments: Type.Integer(),
		bytes: Type.Integer({ description: 'Of all segments, in memory as on disk' }),
		writes_stored: Type.Integer({ description: 'Number of the last write to the index' }),
		writes_searchable: Type.Integer({ description: 'Number of the last write that searches can see' }),
		writes_behind: Type.Integer({ description: 'Writes that searches cannot see yet; usually none after a second' }),
		fields: Type.Array(
			Type.Object({
				name: Type.String({ description: 'Of a member of a nested object: with the dots between' }),
				uses: Type.Array(Type.Enum([...fieldUses]), {
					description:
						'What its values were taken for: `text` is searched; the others are filtered, counted and sorted by. Without any, it is too long to be a value',
				}),
				mixed: Type.Boolean({ description: 'Its values are of several types: it is kept as keyword and text besides' }),
			}),
			{ description: 'By name' },
		),
		type_conflicts: Type.Array(Type.String(), { description: 'Names of the fields that are mixed' }),
		notes: Type.Array(Type.String(), { description: 'What was left out of items, and by which bound; empty: nothing' }),
	}),
);

export function addSearchIndexRoutes(app: App): void {
	app.get(
		'/search_engines/:hashid/indices/:name/search_index',
		describeOwnerOperation(
			{
				id: 'readSearchIndex',
				summary: 'What searches of an index can see: its fields with their inferred types, and what was left out',
				tag: 'Search settings',
				failures: ['invalid', 'not_found', 'busy', 'unavailable'],
			},
			{ params: indexPath, response: { 200: searchIndexOutput } },
		),
		async ({ zone, principal, params: { hashid, name } }) => {
			const engine = unwrap(await zone.searchEngines.open(principal, hashid));
			return toSearchIndexWire(name, unwrap(await searchOf(zone).describeIndex(engine, name)));
		},
	);
}

/** @throws {FailureError} `not_found` on a server without search. */
export function searchOf({ search }: ZoneServices) {
	if (search !== undefined) return search;
	throw new FailureError(
		fail('not_found', { message: 'This server keeps no search indexes: its search is switched off' }).failure,
	);
}

function toSearchIndexWire(name: string, description: IndexDescription): Static<typeof searchIndexOutput> {
	const { fields, writesSearchable, writesStored, build } = description;
	return {
		name,
		state: toState(description),
		writes_indexed: build?.writesIndexed ?? writesSearchable,
		language: description.language,
		items: description.itemCount,
		deleted_items: description.deletedCount,
		segments: description.segmentCount,
		bytes: description.byteCount,
		writes_stored: writesStored,
		writes_searchable: writesSearchable,
		writes_behind: writesStored - writesSearchable,
		fields: fields.map((field) => ({ name: field.name, uses: [...field.uses], mixed: field.isMixed })),
		type_conflicts: fields.filter(({ isMixed }) => isMixed).map((field) => field.name),
		notes: [...description.notes],
	};
}

function toState({ build, isRefusing }: IndexDescription): Static<typeof searchIndexOutput>['state'] {
	if (build?.isFailing === true || isRefusing === true) return 'failing';
	return build === undefined ? 'ready' : 'building';
}
