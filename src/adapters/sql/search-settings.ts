/** How search engines search, as JSON. An engine whose owner never said anything has no row. */
import { defaultSearchSettings, type SearchSettings } from '../../domain/query/search-settings.ts';
import type { SearchSettingsRepository } from '../../ports/search-settings-repository.ts';
import { defineQuery } from './query.ts';
import { findSearchEngine } from './search-engine-queries.ts';
import type { SqlConnection } from './sql-connection.ts';

const findVersion = defineQuery((db, args: { hashid: string }) =>
	db.selectFrom('search_settings').select('version').where('hashid', '=', args.hashid),
);

const findSettings = defineQuery((db, args: { hashid: string }) =>
	db.selectFrom('search_settings').select(['version', 'settings']).where('hashid', '=', args.hashid),
);

const putSettings = defineQuery((db, args: { hashid: string; version: number; settings: string }) =>
	db
		.insertInto('search_settings')
		.values({ hashid: args.hashid, version: args.version, settings: args.settings })
		.onConflict((conflict) =>
			conflict.column('hashid').doUpdateSet({ version: args.version, settings: args.settings }),
		),
);

const initialVersion = 0;

export const searchSettingsWriteNames = ['update'] as const;
export type SearchSettingsWrites = Pick<SearchSettingsRepository, (typeof searchSettingsWriteNames)[number]>;

export function createSearchSettingsReads(connection: SqlConnection): Pick<SearchSettingsRepository, 'read'> {
	return {
		async read(hashid, knownVersion) {
			const seen = (await connection.first(findVersion, { hashid }))?.version ?? initialVersion;
			if (seen === knownVersion) return 'same';
			const row = seen === initialVersion ? undefined : await connection.first(findSettings, { hashid });
			if (row === undefined) return { version: initialVersion, settings: defaultSearchSettings };
			return { version: row.version, settings: parseSettings(row.settings) };
		},
	};
}

export function createSearchSettingsWrites(connection: SqlConnection): SearchSettingsWrites {
	return {
		async update(hashid, change) {
			if ((await connection.first(findSearchEngine, { hashid })) === undefined) return 'missing';
			const row = await connection.first(findSettings, { hashid });
			const before = row === undefined ? defaultSearchSettings : parseSettings(row.settings);
			const version = (row?.version ?? initialVersion) + 1;
			await connection.run(putSettings, { hashid, version, settings: JSON.stringify({ ...before, ...change }) });
			return 'updated';
		},
	};
}

/** Settings that are newer than the row have their defaults. */
function parseSettings(text: string): SearchSettings {
	return { ...defaultSearchSettings, ...JSON.parse(text) };
}
