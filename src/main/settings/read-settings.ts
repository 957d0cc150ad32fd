/** Reads the settings of the server from its environment and its flags, and reports all problems at once. */

import { readMemoryLimitBytes } from '../../adapters/system/memory-limit.ts';
import { findClosestName } from '../../cli/closest-name.ts';
import { type OptionSpecs, parseOptions } from '../../cli/option-parser.ts';
import { shareMemory } from './memory-shares.ts';
import type { SettingRow } from './setting-row.ts';
import * as kinds from './setting-values.ts';
import { type Settings, settingTable } from './settings.ts';

/** Variables with the same prefix that are not the server's: those of the client commands and of the tests. */
const otherVariables = [
	'VITRINE_URL',
	'VITRINE_KEY',
	'VITRINE_SOAK',
	'VITRINE_FUZZ_REQUESTS',
	'VITRINE_TEST_BROWSER',
	'VITRINE_TEST_HELM',
	'VITRINE_TEST_POSTGRES_URL',
	'VITRINE_TEST_POSTGRES_VERSION',
	'VITRINE_TEST_OPENSEARCH',
	'VITRINE_TEST_OPENSEARCH_URL',
	'VITRINE_TEST_REDIS',
	'VITRINE_TEST_REDIS_URL',
	'VITRINE_TEST_S3',
	'VITRINE_TEST_STORE',
];

export type SettingsReading =
	| { readonly ok: true; readonly value: Settings; readonly warnings: readonly string[] }
	| { readonly ok: false; readonly problems: readonly string[] };

export type Environment = { readonly [name: string]: string | undefined };

/** Options of `vitrine serve`, as the table has them. */
export const settingOptions: OptionSpecs = Object.fromEntries(
	Object.values(settingTable).flatMap(({ flag, kind }) =>
		flag === undefined ? [] : [[flag, { kind: kind === kinds.flag ? 'switch' : 'text' }]],
	),
);

/** Reads all settings; `problems` names everything that is wrong, but never the value of a secret. */
export function readSettings(environment: Environment, words: readonly string[]): SettingsReading {
	const { values, positionals, problems: optionProblems } = parseOptions(words, settingOptions);
	const { problems: nameProblems, warnings } = checkNames(environment);
	const problems = [...optionProblems, ...nameProblems];
	for (const word of positionals) problems.push(`unexpected argument "${word}"`);

	const given = new Map<string, unknown>();
	for (const [name, row] of Object.entries(settingTable)) {
		const flagText = row.flag === undefined ? undefined : values.get(row.flag);
		const text = flagText ?? (row.variable === undefined ? undefined : environment[row.variable] || undefined);
		if (text === undefined) continue;
		const value = row.kind.read(text);
		const source = flagText === undefined ? row.variable : `--${row.flag}`;
		if (value === undefined) problems.push(`${source} ${quote(row, text)}: it must be ${row.kind.allowed}`);
		else given.set(name, value);
	}
	if (problems.length > 0) return { ok: false, problems };
	const settings = complete(given);
	const conflicts = findConflicts(settings);
	return conflicts.length > 0 ? { ok: false, problems: conflicts } : { ok: true, value: settings, warnings };
}

/** Combinations of settings that are invalid. */
function findConflicts(settings: Settings): string[] {
	return [
		...findDatabaseConflicts(settings),
		...findKeyConflicts(settings),
		...findOpenSearchConflicts(settings),
		...findSnapshotConflicts(settings),
		...findProviderConflicts(settings),
	];
}

function findDatabaseConflicts({ databaseUrl, secretKey, zones }: Settings): string[] {
	if (databaseUrl === undefined) return [];
	return [
		...(secretKey === undefined
			? ['VITRINE_DATABASE_URL needs VITRINE_SECRET_KEY: a key in a data directory would be lost with it']
			: []),
		...(zones.length > 1 ? ['VITRINE_DATABASE_URL is the database of one zone: run a server for each zone'] : []),
	];
}

function findKeyConflicts({ secretKey, secretKeyPrevious }: Settings): string[] {
	if (secretKeyPrevious === undefined) return [];
	if (secretKey === undefined) return ['VITRINE_SECRET_KEY_PREVIOUS needs VITRINE_SECRET_KEY, the new key'];
	const areEqual = Buffer.from(secretKey).equals(secretKeyPrevious);
	return areEqual ? ['VITRINE_SECRET_KEY_PREVIOUS is the same key as VITRINE_SECRET_KEY'] : [];
}

function findOpenSearchConflicts(settings: Settings): string[] {
	const { openSearchUrl, openSearchUser, openSearchPassword, openSearchCa, databaseUrl } = settings;
	if (openSearchUrl === undefined) {
		const isAlone = [openSearchUser, openSearchPassword, openSearchCa].some((value) => value !== undefined);
		return isAlone ? ['VITRINE_OPENSEARCH_USER, _PASSWORD and _CA need VITRINE_OPENSEARCH_URL'] : [];
	}
	const isHalf = (openSearchUser === undefined) !== (openSearchPassword === undefined);
	return [
		...(databaseUrl === undefined
			? ['VITRINE_OPENSEARCH_URL needs VITRINE_DATABASE_URL: without PostgreSQL the process searches by itself']
			: []),
		...(isHalf ? ['VITRINE_OPENSEARCH_USER and VITRINE_OPENSEARCH_PASSWORD need each other'] : []),
	];
}

function findSnapshotConflicts(settings: Settings): string[] {
	const { snapshots, databaseUrl, openSearchUrl, accessKeyId, secretAccessKey } = settings;
	if (snapshots === undefined) return [];
	const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
	return [
		...(databaseUrl === undefined
			? ['VITRINE_SNAPSHOT_URL needs VITRINE_DATABASE_URL: without PostgreSQL there are no other nodes']
			: []),
		...(openSearchUrl === undefined ? [] : ['VITRINE_SNAPSHOT_URL is of no use with VITRINE_OPENSEARCH_URL']),
		...(snapshots.kind === 'bucket' && !hasKey
			? ['VITRINE_SNAPSHOT_URL names a bucket: it needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY']
			: []),
	];
}

function findProviderConflicts({ oidcIssuer, oidcClientId, oidcClientSecret, oidcName }: Settings): string[] {
	if (oidcIssuer !== undefined) {
		return oidcClientId === undefined ? ['VITRINE_OIDC_ISSUER needs VITRINE_OIDC_CLIENT_ID'] : [];
	}
	const isAlone = [oidcClientId, oidcClientSecret, oidcName].some((value) => value !== undefined);
	return isAlone ? ['VITRINE_OIDC_CLIENT_ID, _CLIENT_SECRET and _NAME need VITRINE_OIDC_ISSUER'] : [];
}

function quote(row: SettingRow, text: string): string {
	return row.flag === undefined
		? `has a bad value of ${text.length} characters (not shown)`
		: `is "${text.slice(0, 200)}"`;
}

/** Fills in the defaults. The table's type ties every row's kind to its field, so the assembled object is `Settings`. */
function complete(given: Map<string, unknown>): Settings {
	if (given.get('rateLimitPerSecond') === 0 && !given.has('publicRateLimitPerSecond')) {
		given.set('publicRateLimitPerSecond', 0);
	}
	const entries = Object.entries(settingTable).map(([name, row]) => {
		const fallback = row.fallback === undefined ? undefined : row.kind.read(row.fallback);
		return [name, given.has(name) ? given.get(name) : fallback];
	});
	const settings = Object.fromEntries(entries) as Settings;
	const memoryMb = settings.memoryMb ?? Math.floor(readMemoryLimitBytes() / 1024 ** 2);
	const set = Object.fromEntries([...given].filter(([name]) => name in settingTable && name.endsWith('MemoryMb')));
	const { searchMemoryMb, recommendMemoryMb } = shareMemory(memoryMb, settings.zones.length, set);
	return Object.freeze({ ...settings, memoryMb, searchMemoryMb, recommendMemoryMb });
}

/**
 * Checks the names of variables. A name that is almost that of a setting is a mistake that would silently leave a limit
 * or a secret at its default: refused. A name that resembles none may belong to a newer version after a roll-back: a
 * warning. Names that Kubernetes makes for a service called "vitrine" are ignored.
 */
function checkNames(environment: Environment): { problems: string[]; warnings: string[] } {
	const known = Object.values(settingTable).flatMap(({ variable }) => variable ?? []);
	const problems: string[] = [];
	const warnings: string[] = [];
	for (const name of Object.keys(environment)) {
		if (!name.startsWith('VITRINE_') || known.includes(name) || otherVariables.includes(name)) continue;
		if (/_SERVICE_(HOST|PORT)|_PORT_\d+_/.test(name)) continue;
		const closest = findClosestName(name, known);
		if (closest === undefined) warnings.push(`${name} is not a setting; it is ignored`);
		else problems.push(`${name} is not a setting (did you mean ${closest}?)`);
	}
	return { problems, warnings };
}
