/**
 * Tests of SQLite's own features, or of a process that has its store in its data directory; all others run on PostgreSQL,
 * too.
 */

interface SqliteOnly {
	readonly file: string;
	/** Tests of the file by their names, without a number before them; the whole file where they are left out. */
	readonly tests?: readonly string[];
	readonly reason: string;
}

const reasons = {
	file: 'the database is no file',
	key: 'the server key is a setting, and never in the data directory',
} as const;

export const sqliteOnlyTests: readonly SqliteOnly[] = [
	{ file: 'test/fault/disk-full.test.ts', reason: reasons.file },
	{ file: 'test/fault/disk-full-server.test.ts', reason: reasons.file },
	{ file: 'test/fault/live-between-reads.test.ts', reason: 'it counts the statements of a connection to the file' },
	{ file: 'test/fault/lock-data-directory.test.ts', reason: 'it is about a directory alone' },
	{ file: 'test/fault/lost-database.test.ts', reason: reasons.file },
	{ file: 'test/fault/sql-statements.test.ts', reason: 'it fails statements of a connection to the file' },
	{
		file: 'test/e2e/lifecycle.test.ts',
		tests: [
			'belongs to its owner alone, and so does its key file',
			'does not create a server key where there are data: a new one would be wrong',
			'is not a lost key file, if the operator says so: keys work on, and new ones can be made',
		],
		reason: reasons.key,
	},
	{
		file: 'test/fault/index-follows-store.test.ts',
		tests: ['small indexes are nothing special'],
		reason: 'it counts the timers of the process, and connections have some',
	},
	{ file: 'test/e2e/tenancy.test.ts', tests: ['zones'], reason: 'a server has one zone there' },
];

/** The files that run on another store, patterns of tests in them that do not, and the reasons for both. */
export function withoutSqliteOnly(files: readonly string[]) {
	const concerned = sqliteOnlyTests.filter(({ file }) => files.includes(file));
	const whole = concerned.filter(({ tests }) => tests === undefined).map(({ file }) => file);
	return {
		files: files.filter((file) => !whole.includes(file)),
		skipPatterns: concerned.flatMap(({ tests = [] }) => tests.map((test) => `^([\\d,]+ )?${RegExp.escape(test)}$`)),
		reasons: concerned.map(({ file, tests = [], reason }) => {
			const parts = tests.map((test) => `\n  "${test}"`);
			return `not on PostgreSQL, as ${reason}: ${file}${parts.join('')}`;
		}),
	};
}
