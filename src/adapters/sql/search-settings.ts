/** Search settings as JSON. An engine whose settings were never changed has no row. */
import { defaultSearchSettings, type SearchSettings } from '../../domain/query/search-settings.ts';
import type { SearchSettingsRepository } from '../../ports/search-settings-repository.ts';
import { holdSearchEngine } from './locks.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

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

export type SearchSettingsWrites = Pick<SearchSettingsRepository, 'update'>;

export function createSearchSettingsReads(connection: SqlReader): Pick<SearchSettingsRepository, 'read'> {
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

const update = defineUnit('searchSettings.update', async (tx, hashid: string, change: Partial<SearchSettings>) => {
	if ((await tx.first(holdSearchEngine, { hashid })) === undefined) return 'missing';
	const row = await tx.first(findSettings, { hashid });
	const before = row === undefined ? defaultSearchSettings : parseSettings(row.settings);
	const version = (row?.version ?? initialVersion) + 1;
	await tx.run(putSettings, { hashid, version, settings: JSON.stringify({ ...before, ...change }) });
	return 'updated';
});

export const searchSettingsUnits = [update] as const;

export function createSearchSettingsWrites({ run }: Writer): SearchSettingsWrites {
	return { update: (hashid, change) => run(update, hashid, change) };
}

/** Settings that were introduced after the row was written have their defaults. */
function parseSettings(text: string): SearchSettings {
	return { ...defaultSearchSettings, ...JSON.parse(text) };
}
