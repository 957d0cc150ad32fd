/**
 * Every setting of the server, in one table: the environment, the flags of `vitrine serve`, its help and
 * docs/configuration.md all come from it. A flag wins over a variable, a variable over the default; an empty variable
 * counts as not set, which is what `VITRINE_HOST=${HOST:-}` in a compose file means.
 */

import { readMemoryLimitBytes } from '../../adapters/system/memory-limit.ts';
import { findClosestName } from '../../cli/closest-name.ts';
import { type OptionSpecs, parseOptions } from '../../cli/option-parser.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import { shareMemory } from './memory-shares.ts';
import * as kinds from './setting-values.ts';

export interface Settings {
	readonly host: string;
	/** 0: any free port. */
	readonly port: number;
	/** Of the metrics, on the loopback address; 0: any free one; undefined: they are on `port`, for the operator. */
	readonly metricsPort: number | undefined;
	/** Threads that answer HTTP, the main one among them. */
	readonly httpThreads: number;
	readonly dataDir: string;
	/** The first one serves hosts that name no zone. */
	readonly zones: readonly [ZoneName, ...ZoneName[]];
	/** Per API key; 0: off. Bursts are twice that. */
	readonly rateLimitPerSecond: number;
	/** Per client IP and widget or search engine; 0: off. Bursts are the same. */
	readonly publicRateLimitPerSecond: number;
	/** IP addresses and CIDR ranges. */
	readonly trustedProxies: readonly string[];
	/** 32 bytes; undefined: the key file in the data directory. */
	readonly secretKey: Uint8Array | undefined;
	/** Undefined: derived from the secret key. */
	readonly operatorToken: string | undefined;
	readonly logLevel: kinds.LogLevel;
	/** How much of a client's address the log has. */
	readonly logAddress: kinds.AddressForm;
	readonly storeTimeoutMs: number;
	readonly requestTimeoutMs: number;
	/** Undefined: what the open files that the process may have allow. */
	readonly connectionsMax: number | undefined;
	/** Undefined: a quarter of all. */
	readonly connectionsPerClientMax: number | undefined;
	/** Without a slash at its end. */
	readonly publicUrl: string | undefined;
	readonly hasDemo: boolean;
	/** Whether items are indexed and the search API answers. */
	readonly hasSearch: boolean;
	/** That the process may take. */
	readonly memoryMb: number;
	/** Of all models of a zone in memory. */
	readonly recommendMemoryMb: number;
	/** How long events are kept; 0: for ever. */
	readonly eventRetentionDays: number;
	/** Of the search indexes of one zone in memory, in megabytes. */
	readonly searchMemoryMb: number;
	/** Whether `serve` announces its address as JSON. */
	readonly isJson: boolean;
	/** Whether a server key that cannot open any stored API key is taken all the same. */
	readonly isServerKeyNew: boolean;
	/** A database that is gone or damaged is begun anew, or taken as far as it can be read. */
	readonly isLossAccepted: boolean;
}

export interface SettingRow<T = unknown> {
	/** Undefined for what only a flag can say. */
	readonly variable: string | undefined;
	/** Without the dashes. Undefined for secrets, which every user of the machine could read off the process list. */
	readonly flag: string | undefined;
	readonly kind: kinds.SettingKind<Exclude<T, undefined>>;
	/** As it would be written in a variable; undefined when there is none, and then `defaultNote` says what happens. */
	readonly fallback: string | undefined;
	readonly defaultNote?: string;
	readonly unit?: string;
	/** One sentence. */
	readonly meaning: string;
}

type SettingTable = { readonly [K in keyof Settings]: SettingRow<Settings[K]> };

export const settingTable: SettingTable = {
	host: {
		variable: 'VITRINE_HOST',
		flag: 'host',
		kind: kinds.hostName,
		fallback: '127.0.0.1',
		meaning: 'Address to listen on; `0.0.0.0` or `::` for every address of the machine.',
	},
	port: {
		variable: 'VITRINE_PORT',
		flag: 'port',
		kind: kinds.wholeNumber(0, 65_535),
		fallback: '8080',
		meaning: 'Port to listen on; `0` takes any free one.',
	},
	metricsPort: {
		variable: 'VITRINE_METRICS_PORT',
		flag: 'metrics-port',
		kind: kinds.wholeNumber(0, 65_535),
		fallback: undefined,
		defaultNote: 'none: they are on the port above, with the operator token',
		meaning: 'Port on 127.0.0.1 for `/metrics` without a token, which is then on no other; `0` takes any free one.',
	},
	httpThreads: {
		variable: 'VITRINE_HTTP_THREADS',
		flag: 'http-threads',
		kind: kinds.wholeNumber(1, 64),
		fallback: '1',
		unit: 'threads',
		meaning: 'Threads that answer HTTP on the one port, where the system lets several sockets share it; else one.',
	},
	dataDir: {
		variable: 'VITRINE_DATA_DIR',
		flag: 'data-dir',
		kind: kinds.directory,
		fallback: './data',
		meaning: 'Directory that holds everything the server keeps; it is created when missing.',
	},
	zones: {
		variable: 'VITRINE_ZONES',
		flag: 'zones',
		kind: kinds.zoneList,
		fallback: 'eu1',
		meaning: 'Zones that this server hosts (`eu1`, `us1`, `ap1`); the first one answers on hosts that name no zone.',
	},
	rateLimitPerSecond: {
		variable: 'VITRINE_RATE_LIMIT_PER_SECOND',
		flag: 'rate-limit-per-second',
		kind: kinds.wholeNumber(0, 1_000_000),
		fallback: '200',
		unit: 'requests/s',
		meaning:
			'Limit per API key, with bursts of twice that; `0` switches every rate limit off, the public one too unless that is set itself.',
	},
	publicRateLimitPerSecond: {
		variable: 'VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND',
		flag: 'public-rate-limit-per-second',
		kind: kinds.wholeNumber(0, 1_000_000),
		fallback: '20',
		unit: 'requests/s',
		meaning:
			'Limit per client IP and widget or search engine where no key is used, with bursts of the same; `0` is off.',
	},
	trustedProxies: {
		variable: 'VITRINE_TRUSTED_PROXIES',
		flag: 'trusted-proxies',
		kind: kinds.addressList,
		fallback: '',
		defaultNote: 'none',
		meaning:
			'IP addresses and CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.',
	},
	secretKey: {
		variable: 'VITRINE_SECRET_KEY',
		flag: undefined,
		kind: kinds.secretKey,
		fallback: undefined,
		defaultNote: '`secret.key` in the data directory, made at first start',
		meaning: 'Server key that encrypts API keys at rest: 32 bytes as 64 hex digits or as base64.',
	},
	operatorToken: {
		variable: 'VITRINE_OPERATOR_TOKEN',
		flag: undefined,
		kind: kinds.operatorToken,
		fallback: undefined,
		defaultNote: 'derived from the server key',
		meaning: 'Token that creates and removes accounts; at least 32 characters.',
	},
	logLevel: {
		variable: 'VITRINE_LOG_LEVEL',
		flag: 'log-level',
		kind: kinds.logLevel,
		fallback: 'info',
		meaning: 'What is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
	},
	logAddress: {
		variable: 'VITRINE_LOG_ADDRESS',
		flag: 'log-address',
		kind: kinds.addressForm,
		fallback: 'full',
		meaning: "What the log has of a client's address: all of it, its network (IPv4 /24, IPv6 /48), or nothing.",
	},
	storeTimeoutMs: {
		variable: 'VITRINE_STORE_TIMEOUT_MS',
		flag: 'store-timeout-ms',
		kind: kinds.wholeNumber(1, 600_000),
		fallback: '10000',
		unit: 'ms',
		meaning: 'How long a request waits for the store before it is answered with a timeout.',
	},
	requestTimeoutMs: {
		variable: 'VITRINE_REQUEST_TIMEOUT_MS',
		flag: 'request-timeout-ms',
		kind: kinds.wholeNumber(1, 3_600_000),
		fallback: '30000',
		unit: 'ms',
		meaning: 'Time in which a whole request, head and body, must have arrived.',
	},
	connectionsMax: {
		variable: 'VITRINE_CONNECTIONS_MAX',
		flag: 'connections-max',
		kind: kinds.wholeNumber(8, 1_000_000),
		fallback: undefined,
		defaultNote:
			'three quarters of the files that the process may have open (`ulimit -n`), what it does not need itself, at most 10000',
		unit: 'connections',
		meaning:
			'Connections at the same time. Beyond that the oldest idle or unfinished one makes room; only where all are being answered a new one is refused.',
	},
	connectionsPerClientMax: {
		variable: 'VITRINE_CONNECTIONS_PER_CLIENT_MAX',
		flag: 'connections-per-client-max',
		kind: kinds.wholeNumber(4, 1_000_000),
		fallback: undefined,
		defaultNote: 'a quarter of all connections',
		unit: 'connections',
		meaning:
			'The same for one IPv4 address, or one /64 of IPv6. Trusted proxies may have any number; there it is the number of requests that are being answered for one client behind them.',
	},
	publicUrl: {
		variable: 'VITRINE_PUBLIC_URL',
		flag: 'public-url',
		kind: kinds.webAddress,
		fallback: undefined,
		defaultNote: 'the address that was called',
		meaning: 'Address under which shops reach this server, the base of `search_url`.',
	},
	hasDemo: {
		variable: 'VITRINE_DEMO',
		flag: 'demo',
		kind: kinds.flag,
		fallback: 'true',
		meaning: 'Whether a first start fills the server with a demo shop; `--no-demo` leaves it empty.',
	},
	hasSearch: {
		variable: 'VITRINE_SEARCH',
		flag: 'search',
		kind: kinds.flag,
		fallback: 'true',
		meaning:
			'Whether items are indexed, the search API answers and widgets recommend; `--no-search` is for a node that only keeps items.',
	},
	memoryMb: {
		variable: 'VITRINE_MEMORY_MB',
		flag: 'memory-mb',
		kind: kinds.wholeNumber(256, 10_000_000),
		fallback: undefined,
		defaultNote: 'that of the machine, or of the control group (container) where that is less',
		unit: 'MB',
		meaning:
			'Memory that the process may take: what the other limits of memory are derived from, and what bounds merges.',
	},
	recommendMemoryMb: {
		variable: 'VITRINE_RECOMMEND_MEMORY_MB',
		flag: 'recommend-memory-mb',
		kind: kinds.wholeNumber(16, 1_000_000),
		fallback: undefined,
		defaultNote: 'an eighth of what `VITRINE_MEMORY_MB` leaves beside the program, at most 512',
		unit: 'MB',
		meaning:
			'Memory that the recommendation models of a zone take at most; those that nobody asked for the longest time are on disk alone.',
	},
	eventRetentionDays: {
		variable: 'VITRINE_EVENT_RETENTION_DAYS',
		flag: 'event-retention-days',
		kind: kinds.wholeNumber(0, 36_500),
		fallback: '365',
		unit: 'days',
		meaning: 'How long events of shoppers are kept; `0` keeps them for ever.',
	},
	searchMemoryMb: {
		variable: 'VITRINE_SEARCH_MEMORY_MB',
		flag: 'search-memory-mb',
		kind: kinds.wholeNumber(16, 1_000_000),
		fallback: undefined,
		defaultNote: 'half of what is left beside the program and the models, at most 2048',
		unit: 'MB',
		meaning:
			'Memory for the search indexes of a zone; those that were not used longest leave it, and come back from disk when they are searched.',
	},
	isJson: {
		variable: undefined,
		flag: 'json',
		kind: kinds.flag,
		fallback: 'false',
		meaning: 'Print the address, and at a first start the key, as JSON lines.',
	},
	isServerKeyNew: {
		variable: undefined,
		flag: 'new-server-key',
		kind: kinds.flag,
		fallback: 'false',
		meaning:
			'Start although the server key was lost: a new one is made where none is given. Stored API keys go on working as such, but JWTs signed with them do not; make new keys.',
	},
	isLossAccepted: {
		variable: undefined,
		flag: 'accept-lost-data',
		kind: kinds.flag,
		fallback: 'false',
		meaning:
			'Start although a database is gone, empty or damaged where there were data: a new one is made, or what can be read of it is all there is. For one start; restore a backup instead where there is one.',
	},
};

/** Variables of the same prefix that are not the server's: those of the command line's client commands and of the tests. */
const otherVariables = ['VITRINE_URL', 'VITRINE_KEY', 'VITRINE_SOAK', 'VITRINE_FUZZ_REQUESTS', 'VITRINE_TEST_BROWSER'];

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

/** Reads all settings; `problems` names everything that is wrong, and never the value of a secret. */
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
	return { ok: true, value: complete(given), warnings };
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
 * A variable that almost has the name of a setting is a mistake that would silently leave a limit or a secret at its
 * default: refused. One that resembles nothing may belong to a newer version after a roll-back: a warning. Names that
 * Kubernetes makes for a service called "vitrine" are neither.
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
