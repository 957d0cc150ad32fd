/**
 * Where objects are kept, as a URL:
 *
 *     file:///mnt/shared/vitrine                       a directory
 *     s3://bucket/prefix                               a bucket of Amazon
 *     s3://bucket/prefix?endpoint=https://minio:9000   one of another service that speaks S3; also &region=eu-central-1
 */
import { fileURLToPath } from 'node:url';

export type StorageAddress = DirectoryAddress | BucketAddress;

export interface DirectoryAddress {
	readonly kind: 'directory';
	readonly path: string;
}

export interface BucketAddress {
	readonly kind: 'bucket';
	readonly bucket: string;
	/** Without a slash at its end; undefined: Amazon's. */
	readonly endpoint: string | undefined;
	/** Empty, or ends with a slash. */
	readonly prefix: string;
	/** Undefined: that of the environment. */
	readonly region: string | undefined;
}

export const defaultRegion = 'us-east-1';
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:[A-Za-z0-9._-]{1,100}\/){0,8}$/;
export const regionPattern = /^[a-z0-9-]{1,40}$/;

/** @returns undefined for a text that is no such URL, or that has a user, a password or other parameters. */
export function parseStorageUrl(text: string): StorageAddress | undefined {
	const url = URL.parse(text);
	if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
	if (url.protocol === 'file:') return url.search === '' ? toDirectory(url) : undefined;
	return url.protocol === 's3:' ? toBucket(url) : undefined;
}

function toDirectory(url: URL): DirectoryAddress | undefined {
	try {
		return { kind: 'directory', path: fileURLToPath(url) };
	} catch {
		// Of another machine, or with an encoded slash.
		return undefined;
	}
}

function toBucket(url: URL): BucketAddress | undefined {
	const bucket = url.hostname;
	const prefix = url.pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/');
	const { endpoint, region, ...others } = Object.fromEntries(url.searchParams);
	if (!bucketPattern.test(bucket) || url.port !== '' || Object.keys(others).length > 0) return undefined;
	if (!prefixPattern.test(prefix) || prefix.split('/').some((part) => /^\.+$/.test(part))) return undefined;
	if (region !== undefined && !regionPattern.test(region)) return undefined;
	const base = endpoint === undefined ? undefined : toEndpoint(endpoint);
	if (endpoint !== undefined && base === undefined) return undefined;
	return { kind: 'bucket', bucket, endpoint: base, prefix, region };
}

/** The URL of the bucket, with a slash at its end. */
export function toBucketUrl({ bucket, endpoint }: BucketAddress, region: string): string {
	if (endpoint !== undefined) return `${endpoint}/${bucket}/`;
	const host = `s3.${region}.amazonaws.com`;
	// A name with dots does not match the certificate as a host.
	return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`;
}

function toEndpoint(text: string): string | undefined {
	const url = URL.parse(text);
	if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
	if (url.search !== '' || url.hash !== '') return undefined;
	return url.href.replace(/\/+$/, '');
}
