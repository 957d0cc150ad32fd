/**
 * URLs of Redis and Valkey: `redis://user:password@host:port/database`, or `rediss://` for TLS.
 */
export interface RedisAddress {
	readonly host: string;
	readonly port: number;
	readonly isTls: boolean;
	/** Undefined: the default user. */
	readonly username: string | undefined;
	readonly password: string | undefined;
	readonly database: number;
}

const defaultPort = 6379;

/** @returns undefined for a text that is no such URL. What it would not use, such as parameters, is not accepted. */
export function parseRedisUrl(text: string): RedisAddress | undefined {
	const url = URL.parse(text);
	if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return undefined;
	const database = /^\/?(\d{0,4})$/.exec(url.pathname)?.[1];
	if (database === undefined || url.search !== '' || url.hash !== '') return undefined;
	if (url.port === '0' || (url.username !== '' && url.password === '')) return undefined;
	const [username, password] = [decode(url.username), decode(url.password)];
	if (username === undefined || password === undefined) return undefined;
	return {
		host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
		port: Number(url.port || defaultPort),
		isTls: url.protocol === 'rediss:',
		username: username || undefined,
		password: password || undefined,
		database: Number(database || 0),
	};
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that is not one of an encoding: whether it was meant so cannot be known.
		return undefined;
	}
}
