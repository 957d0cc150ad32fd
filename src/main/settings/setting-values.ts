/** The kinds of setting values: each parses a text, or says what is allowed. */
import { isIP } from 'node:net';
import { secretKeyBytes } from '../../adapters/data-directory/secret-key.ts';
import { parseStorageUrl, regionPattern, type StorageAddress } from '../../adapters/object-storage/storage-address.ts';
import { parseRedisUrl } from '../../adapters/redis/redis-url.ts';
import { splitList } from '../../cli/split-list.ts';
import { isZoneName, type ZoneName, zoneNames } from '../../domain/zone/zone.ts';
import { type AddressForm, addressForms } from '../../http/server/log-address.ts';
import { parseIpRange } from '../../lib/ip-address.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const operatorTokenLengthMin = 32;

/** Parses one kind of value: `undefined` for an invalid text; `allowed` then completes "it must be …". */
export interface SettingKind<T> {
	readonly allowed: string;
	read(text: string): T | undefined;
}

export function wholeNumber(min: number, max: number): SettingKind<number> {
	return {
		allowed: `a whole number from ${min} to ${max}`,
		read(text) {
			const value = Number(text);
			return /^\d{1,15}$/.test(text) && value >= min && value <= max ? value : undefined;
		},
	};
}

export const flag: SettingKind<boolean> = {
	allowed: 'true or false',
	read(text) {
		if (/^(true|1)$/i.test(text)) return true;
		return /^(false|0)$/i.test(text) ? false : undefined;
	},
};

export const directory: SettingKind<string> = {
	allowed: 'the path of a directory',
	read: (text) => (text === '' || text.includes('\0') ? undefined : text),
};

export const file: SettingKind<string> = {
	allowed: 'the path of a file',
	read: directory.read,
};

export const hostName: SettingKind<string> = {
	allowed: 'an IP address or a host name of this machine, such as 127.0.0.1, 0.0.0.0 or ::',
	read(text) {
		const bare = text.replace(/^\[(.*)\]$/, '$1');
		return isIP(bare) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(bare) ? bare : undefined;
	},
};

export const logLevel: SettingKind<LogLevel> = {
	allowed: `one of ${logLevels.join(', ')}`,
	read: (text) => logLevels.find((level) => level === text),
};

export type { AddressForm };

export const addressForm: SettingKind<AddressForm> = {
	allowed: `one of ${addressForms.join(', ')}`,
	read: (text) => addressForms.find((form) => form === text),
};

export const zoneList: SettingKind<readonly [ZoneName, ...ZoneName[]]> = {
	allowed: `a list of different zones out of ${zoneNames.join(', ')}, separated by commas`,
	read(text) {
		const names = splitList(text);
		const zones = names.filter(isZoneName);
		const [first, ...others] = zones;
		if (first === undefined || new Set(zones).size !== names.length) return undefined;
		return [first, ...others];
	},
};

export const addressList: SettingKind<readonly string[]> = {
	allowed: 'a list of IP addresses and CIDR ranges, such as 10.0.0.0/8,::1, separated by commas',
	read(text) {
		const addresses = splitList(text);
		return addresses.every((text) => !('fault' in parseIpRange(text))) ? addresses : undefined;
	},
};

export const databaseUrl: SettingKind<string> = {
	allowed: 'the URL of a PostgreSQL database, such as postgres://user:password@host:5432/database',
	read(text) {
		if (!URL.canParse(text)) return undefined;
		const { protocol, pathname } = new URL(text);
		return ['postgres:', 'postgresql:'].includes(protocol) && pathname.length > 1 ? text : undefined;
	},
};

export const redisUrl: SettingKind<string> = {
	allowed:
		'the URL of a Redis or Valkey without parameters, such as redis://user:password@host:6379 or, with TLS, rediss://user:password@host:6379',
	read: (text) => (parseRedisUrl(text) === undefined ? undefined : text),
};

export const openSearchUrl: SettingKind<string> = {
	allowed: 'an http or https address of OpenSearch without user and password, such as https://search.internal:9200',
	read(text) {
		const url = URL.parse(text);
		if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
		return url.search === '' && url.hash === '' ? text.replace(/\/+$/, '') : undefined;
	},
};

export const storageUrl: SettingKind<StorageAddress> = {
	allowed:
		'the URL of a directory or a bucket without user and password, such as file:///mnt/shared/vitrine or s3://bucket/prefix?endpoint=https://host&region=eu-central-1',
	read: parseStorageUrl,
};

export const bucketCredential: SettingKind<string> = {
	allowed: '1 to 8192 visible ASCII characters without spaces',
	read: (text) => (/^[!-~]{1,8192}$/.test(text) ? text : undefined),
};

export const bucketRegion: SettingKind<string> = {
	allowed: '1 to 40 lower-case letters, digits and hyphens',
	read: (text) => (regionPattern.test(text) ? text : undefined),
};

export const indexPrefix: SettingKind<string> = {
	allowed: '1 to 40 lower-case letters, digits and hyphens, beginning with a letter',
	read: (text) => (/^[a-z][a-z0-9-]{0,39}$/.test(text) ? text : undefined),
};

export const credential: SettingKind<string> = {
	allowed: '1 to 512 characters',
	read: (text) => (text.length >= 1 && text.length <= 512 ? text : undefined),
};

export const secretKey: SettingKind<Uint8Array> = {
	allowed: `${secretKeyBytes} bytes as 64 hex digits or as base64, such as "openssl rand -hex 32" prints`,
	read(text) {
		const isHex = /^[0-9a-f]{64}$/i.test(text);
		if (!isHex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
		return new Uint8Array(Buffer.from(text, isHex ? 'hex' : 'base64'));
	},
};

export const operatorToken: SettingKind<string> = {
	allowed: `${operatorTokenLengthMin} to 512 visible ASCII characters without spaces`,
	read: (text) =>
		/^[!-~]*$/.test(text) && text.length >= operatorTokenLengthMin && text.length <= 512 ? text : undefined,
};

export const webAddress: SettingKind<string> = {
	allowed: 'an http or https address without credentials, query and fragment, such as https://search.shop.example',
	read(text) {
		const url = URL.parse(text);
		if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
		if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
		return url.href.replace(/\/+$/, '');
	},
};

/** Only the machine itself is asked without TLS. */
export const issuer: SettingKind<string> = {
	allowed: 'an https address without credentials, query and fragment, such as https://accounts.shop.example',
	read(text) {
		const address = webAddress.read(text);
		const { protocol, hostname } = URL.parse(text) ?? {};
		const isOwn = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
		return protocol === 'https:' || isOwn ? address && text : undefined;
	},
};

export const shortText: SettingKind<string> = {
	allowed: '1 to 500 characters without control characters',
	read: (text) => (text.length <= 500 && /^\P{Cc}+$/u.test(text) ? text : undefined),
};
