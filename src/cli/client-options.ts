/** The options that every client command has, and the connection they describe. */
import { isZoneName, zoneNames } from '../domain/zone/zone.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { CommandOption, CommandOptions, Invocation } from './command.ts';
import { CommandError, misused } from './command-error.ts';

const defaultUrl = 'http://127.0.0.1:8080';
const defaultTimeoutMs = 60_000;

const connectionOptions: CommandOptions = {
	url: { kind: 'text', placeholder: 'URL', meaning: `Address of the server (VITRINE_URL; default ${defaultUrl})` },
	zone: {
		kind: 'text',
		placeholder: 'ZONE',
		meaning: `Zone to work in: ${zoneNames.join(', ')} (default: the server's)`,
	},
	timeout: { kind: 'text', placeholder: 'SECONDS', meaning: 'Longest wait for one answer (default 60)' },
	json: { kind: 'switch', meaning: 'Print only JSON on stdout, and errors as JSON on stderr' },
	help: { kind: 'switch', short: 'h', meaning: 'Print this help' },
};

/** For commands that work on one account. */
export const ownerOptions: CommandOptions = {
	key: {
		kind: 'text',
		placeholder: 'KEY',
		meaning: "API key of the account's owner; prefer VITRINE_KEY, which the process list does not show",
	},
	...connectionOptions,
};

/** The same, where `--url` means something else. */
export const ownerOptionsWithServer: CommandOptions = (() => {
	const { url, ...others } = ownerOptions;
	return { server: url as CommandOption, ...others };
})();

/** Whether the caller has given a key. */
export function hasOwnerKey({ options, io }: Invocation): boolean {
	return (options.get('key') ?? io.environment.VITRINE_KEY ?? '') !== '';
}

/** For commands that work on all accounts. */
export const operatorOptions: CommandOptions = {
	'data-dir': {
		kind: 'text',
		placeholder: 'DIR',
		meaning:
			"The server's data directory on this machine, from whose key the operator token is derived (VITRINE_DATA_DIR; default ./data); not used when VITRINE_OPERATOR_TOKEN or VITRINE_SECRET_KEY is set",
	},
	...connectionOptions,
};

/** A client with the owner's key. @throws {CommandError} when there is no key, or an option is invalid. */
export function openOwnerClient(invocation: Invocation): ApiClient {
	return openClient(invocation, readKey(invocation));
}

/** The same for the search API. @throws {CommandError} likewise. */
export function openSearchClient(invocation: Invocation): ApiClient {
	return openClient(invocation, readKey(invocation), 'search');
}

function readKey({ options, io }: Invocation): string {
	const key = options.get('key') ?? io.environment.VITRINE_KEY ?? '';
	if (key === '') throw misused('there is no API key', "put the owner's key in VITRINE_KEY or --key");
	if (!/^[!-~]+$/.test(key)) throw misused('the API key has characters that no key has', 'check VITRINE_KEY or --key');
	return key;
}

/** A client with the operator token. @throws {CommandError} likewise. */
export async function openOperatorClient({ options, io }: Invocation): Promise<ApiClient> {
	const dataDir = options.get('data-dir');
	const token = await io.findOperatorToken(dataDir);
	if (token === undefined) {
		throw new CommandError('no_operator_token', 'there is no operator token and no server key on this machine', {
			nextStep: "name the server's data directory with --data-dir, or set VITRINE_OPERATOR_TOKEN",
		});
	}
	return openClient({ options, io }, token);
}

/** A client without a key, for operations that browsers call. @throws {CommandError} when an option is invalid. */
export function openPublicClient({ options, io }: Invocation, family: 'api' | 'search' | 'recommendations'): ApiClient {
	return openClient({ options, io }, 'none', family);
}

function openClient(
	{ options, io }: Pick<Invocation, 'options' | 'io'>,
	token: string,
	family: 'api' | 'search' | 'recommendations' = 'api',
): ApiClient {
	const url = readUrl(options.get('url') ?? (io.environment.VITRINE_URL || defaultUrl));
	const zone = options.get('zone');
	if (zone !== undefined && !isZoneName(zone)) {
		throw misused(`there is no zone "${zone}"`, `use one of ${zoneNames.join(', ')}`);
	}
	const timeout = options.get('timeout');
	const timeoutMs = timeout === undefined ? defaultTimeoutMs : Number(timeout) * 1000;
	if (!(timeoutMs >= 1 && timeoutMs <= 3_600_000)) {
		throw misused(`--timeout is "${timeout}"`, 'it must be a number of seconds from 0.001 to 3600');
	}
	const hostHeader = zone === undefined ? undefined : `${zone}-${family}.${toHostSuffix(url)}`;
	return createApiClient({ url, authorization: `Token ${token}`, hostHeader, timeoutMs });
}

function readUrl(text: string): string {
	const url = URL.parse(text);
	if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
		throw misused(`"${text}" is not the address of a server`, `write it like ${defaultUrl} in --url or VITRINE_URL`);
	}
	return url.href.replace(/\/+$/, '');
}

/** The zone's host name needs some domain after it; the server does not care which. */
function toHostSuffix(url: string): string {
	const { hostname, port } = new URL(url);
	const domain = /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost';
	return port === '' ? domain : `${domain}:${port}`;
}
