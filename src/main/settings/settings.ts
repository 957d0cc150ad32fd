/**
 * Every setting of the server, in one table: the environment, the flags of `vitrine serve`, its help and
 * docs/configuration.md are all derived from it. A flag overrides a variable, a variable the default. An empty variable
 * counts as unset, as `VITRINE_HOST=${HOST:-}` in a compose file means.
 */

import type { ZoneName } from '../../domain/zone/zone.ts';
import { type NodeSearchSettings, nodeSearchRows } from './node-search-settings.ts';
import { type OpenSearchSettings, openSearchRows } from './opensearch-settings.ts';
import { serverKeyRows } from './server-key-rows.ts';
import type { SettingRow } from './setting-row.ts';
import * as kinds from './setting-values.ts';

export interface Settings extends OpenSearchSettings, NodeSearchSettings {
	readonly host: string;
	/** 0: any free port. */
	readonly port: number;
	/** Port of the metrics on the loopback address; 0: any free one; undefined: they are on `port`, for the operator. */
	readonly metricsPort: number | undefined;
	/** Number of threads that answer HTTP, including the main one. */
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
	readonly secretKeyPrevious: Uint8Array | undefined;
	/** The URL of a PostgreSQL database; undefined: a SQLite file for each zone in the data directory. */
	readonly databaseUrl: string | undefined;
	/** PostgreSQL connections of each thread that answers HTTP, for reads and as many for writes. */
	readonly databaseConnectionsMax: number;
	/** The URL of a Redis or Valkey; undefined: rate limits count in this process only. */
	readonly redisUrl: string | undefined;
	/** Undefined: derived from the secret key. */
	readonly operatorToken: string | undefined;
	readonly logLevel: kinds.LogLevel;
	/** How much of a client's address is logged. */
	readonly logAddress: kinds.AddressForm;
	readonly storeTimeoutMs: number;
	readonly requestTimeoutMs: number;
	readonly drainMs: number;
	/** Undefined: derived from how many files the process may open. */
	readonly connectionsMax: number | undefined;
	/** Undefined: a quarter of all. */
	readonly connectionsPerClientMax: number | undefined;
	/** Without a trailing slash. */
	readonly publicUrl: string | undefined;
	/** The provider of identities for the dashboard; undefined: none. */
	readonly oidcIssuer: string | undefined;
	readonly oidcClientId: string | undefined;
	/** Undefined: the provider knows the client as public. */
	readonly oidcClientSecret: string | undefined;
	/** Undefined: the host of the issuer. */
	readonly oidcName: string | undefined;
	readonly hasDemo: boolean;
	/** Whether items are indexed and the search API answers. */
	readonly hasSearch: boolean;
	/** A database of locations in MaxMind's format; undefined: events have no location. */
	readonly geoipDatabase: string | undefined;
	/** How much the process may use. */
	readonly memoryMb: number;
	/** For all models of a zone in memory. */
	readonly recommendMemoryMb: number;
	/** How long events are kept; 0: for ever. */
	readonly eventRetentionDays: number;
	/** For the search indexes of one zone in memory. */
	readonly searchMemoryMb: number;
	/** In each HTTP thread, for answers to searches that are sent again while they are the same; 0: none. */
	readonly answerCacheMb: number;
	/** Whether browser code is bundled again at each request. */
	readonly isDevelopment: boolean;
	/** Whether `serve` announces its address as JSON. */
	readonly isJson: boolean;
	/** Whether to accept a server key that cannot open any stored API key. */
	readonly isServerKeyNew: boolean;
	/** Whether to start anew if a database is gone, or to use what can still be read of a damaged one. */
	readonly isLossAccepted: boolean;
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
		defaultNote: 'none: metrics are on the main port, with the operator token',
		meaning: 'Port on 127.0.0.1 that serves `/metrics` without a token, instead of the main one; `0`: any free one.',
	},
	httpThreads: {
		variable: 'VITRINE_HTTP_THREADS',
		flag: 'http-threads',
		kind: kinds.wholeNumber(1, 64),
		fallback: '1',
		unit: 'threads',
		meaning: 'Threads that answer HTTP on the one port; only one where the system does not let sockets share a port.',
	},
	dataDir: {
		variable: 'VITRINE_DATA_DIR',
		flag: 'data-dir',
		kind: kinds.directory,
		fallback: './data',
		meaning: 'Directory for everything that the server stores on disk; it is created if missing.',
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
			'Limit per API key, with bursts of twice that; `0` switches off every rate limit, including the public one unless that is set itself.',
	},
	publicRateLimitPerSecond: {
		variable: 'VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND',
		flag: 'public-rate-limit-per-second',
		kind: kinds.wholeNumber(0, 1_000_000),
		fallback: '20',
		unit: 'requests/s',
		meaning:
			'Limit per client IP and widget or search engine for calls without a key, with bursts of the same size; `0` switches it off.',
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
	...serverKeyRows,
	databaseUrl: {
		variable: 'VITRINE_DATABASE_URL',
		flag: undefined,
		kind: kinds.databaseUrl,
		fallback: undefined,
		defaultNote: 'a SQLite file for each zone in the data directory',
		meaning:
			'PostgreSQL database (14 or later) for the data of one zone, as `postgres://user:password@host/database`; requires `VITRINE_SECRET_KEY`. `sslmode` and `sslrootcert` in the URL configure TLS.',
	},
	databaseConnectionsMax: {
		variable: 'VITRINE_DATABASE_CONNECTIONS_MAX',
		flag: 'database-connections-max',
		kind: kinds.wholeNumber(1, 1000),
		fallback: '10',
		unit: 'connections',
		meaning: 'Connections to PostgreSQL of each thread that answers HTTP: this many for reads and as many for writes.',
	},
	redisUrl: {
		variable: 'VITRINE_REDIS_URL',
		flag: undefined,
		kind: kinds.redisUrl,
		fallback: undefined,
		defaultNote: 'none: each process has rate limits of its own',
		meaning:
			'Redis (6 or later) or Valkey by which all nodes with the same server key have one rate limit, as `redis://user:password@host:port`, or `rediss://` for TLS. While it is away each node counts alone.',
	},
	...openSearchRows,
	...nodeSearchRows,
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
		meaning: 'Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
	},
	logAddress: {
		variable: 'VITRINE_LOG_ADDRESS',
		flag: 'log-address',
		kind: kinds.addressForm,
		fallback: 'full',
		meaning: "How much of a client's address is logged: all of it, its network (IPv4 /24, IPv6 /48), or nothing.",
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
		meaning: 'Time within which a complete request, head and body, must have arrived.',
	},
	drainMs: {
		variable: 'VITRINE_DRAIN_MS',
		flag: 'drain-ms',
		kind: kinds.wholeNumber(0, 600_000),
		fallback: '0',
		unit: 'ms',
		meaning: 'How long a server that is told to stop still answers, while `/health/ready` says `draining`.',
	},
	connectionsMax: {
		variable: 'VITRINE_CONNECTIONS_MAX',
		flag: 'connections-max',
		kind: kinds.wholeNumber(8, 1_000_000),
		fallback: undefined,
		defaultNote:
			'three quarters of the files that the process may open (`ulimit -n`), at most what the server does not need itself and at most 10000',
		unit: 'connections',
		meaning:
			'Connections at the same time. Beyond that the oldest one without a complete request is closed; a new one is refused only when all others are being answered.',
	},
	connectionsPerClientMax: {
		variable: 'VITRINE_CONNECTIONS_PER_CLIENT_MAX',
		flag: 'connections-per-client-max',
		kind: kinds.wholeNumber(4, 1_000_000),
		fallback: undefined,
		defaultNote: 'a quarter of all connections',
		unit: 'connections',
		meaning:
			'The same for one IPv4 address, or one /64 of IPv6. Trusted proxies may open any number; for a client behind them it limits the requests that are being answered at the same time.',
	},
	publicUrl: {
		variable: 'VITRINE_PUBLIC_URL',
		flag: 'public-url',
		kind: kinds.webAddress,
		fallback: undefined,
		defaultNote: 'the address in the request',
		meaning: 'Address under which shops reach this server, the base of `search_url`.',
	},
	oidcIssuer: {
		variable: 'VITRINE_OIDC_ISSUER',
		flag: 'oidc-issuer',
		kind: kinds.issuer,
		fallback: undefined,
		defaultNote: 'none: people sign in without a provider',
		meaning: 'Provider of identities (OpenID Connect) by which people sign in to the dashboard.',
	},
	oidcClientId: {
		variable: 'VITRINE_OIDC_CLIENT_ID',
		flag: 'oidc-client-id',
		kind: kinds.shortText,
		fallback: undefined,
		defaultNote: 'none',
		meaning: 'What the provider calls this server; needed with an issuer.',
	},
	oidcClientSecret: {
		variable: 'VITRINE_OIDC_CLIENT_SECRET',
		flag: undefined,
		kind: kinds.shortText,
		fallback: undefined,
		defaultNote: 'none: the provider knows the client as public',
		meaning: 'Secret that the provider has given for that name.',
	},
	oidcName: {
		variable: 'VITRINE_OIDC_NAME',
		flag: 'oidc-name',
		kind: kinds.shortText,
		fallback: undefined,
		defaultNote: 'the host of the issuer',
		meaning: 'Name of the provider for people, on the button that signs in by it.',
	},
	hasDemo: {
		variable: 'VITRINE_DEMO',
		flag: 'demo',
		kind: kinds.flag,
		fallback: 'true',
		meaning: 'Whether the first start creates a demo shop; `--no-demo` leaves the server empty.',
	},
	hasSearch: {
		variable: 'VITRINE_SEARCH',
		flag: 'search',
		kind: kinds.flag,
		fallback: 'true',
		meaning:
			'Whether items are indexed, the search API answers and widgets recommend; `--no-search` is for a node that only stores items.',
	},
	geoipDatabase: {
		variable: 'VITRINE_GEOIP_DATABASE',
		flag: 'geoip-database',
		kind: kinds.file,
		fallback: undefined,
		defaultNote: 'none: events have no location',
		meaning:
			"Database file of cities or countries in MaxMind's format (`.mmdb`), by which events get a location; it is read again when it changes, and each HTTP thread has it in memory.",
	},
	memoryMb: {
		variable: 'VITRINE_MEMORY_MB',
		flag: 'memory-mb',
		kind: kinds.wholeNumber(256, 10_000_000),
		fallback: undefined,
		defaultNote: 'the memory of the machine, or of the control group (container) if that is less',
		unit: 'MB',
		meaning: 'Memory that the process may use. The other memory limits and the size of merges are derived from it.',
	},
	recommendMemoryMb: {
		variable: 'VITRINE_RECOMMEND_MEMORY_MB',
		flag: 'recommend-memory-mb',
		kind: kinds.wholeNumber(16, 1_000_000),
		fallback: undefined,
		defaultNote: 'an eighth of what `VITRINE_MEMORY_MB` leaves beside the program, at most 512',
		unit: 'MB',
		meaning:
			'Memory for the recommendation models of a zone; those that were not used for the longest time are only on disk.',
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
			'Memory for the search indexes of a zone; those that were not used for the longest time leave it, and are read from disk when they are searched.',
	},
	answerCacheMb: {
		variable: 'VITRINE_ANSWER_CACHE_MB',
		flag: 'answer-cache-mb',
		kind: kinds.wholeNumber(0, 4_096),
		fallback: '16',
		unit: 'MB',
		meaning:
			'Memory of each HTTP thread and zone for answers to searches: an equal search gets the same answer until something that it depends on has changed. Each is recorded, counted and limited all the same; `0` keeps none.',
	},
	isDevelopment: {
		variable: 'VITRINE_DEV',
		flag: 'dev',
		kind: kinds.flag,
		fallback: 'false',
		meaning:
			'For work on Vitrine itself: browser code is bundled again at each request, readable and with source maps.',
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
			'Start although the server key was lost: a new one is created unless one is given. Stored API keys go on working by themselves, but JWTs signed with them do not; create new keys.',
	},
	isLossAccepted: {
		variable: undefined,
		flag: 'accept-lost-data',
		kind: kinds.flag,
		fallback: 'false',
		meaning:
			'Start although a database is missing, empty or damaged: a new one is created, or only what can still be read of it is kept. Meant for one start; restore a backup instead if there is one.',
	},
};
