import type { ObjectStorage } from '../../ports/object-storage.ts';
import type { BucketCredentials } from './bucket-storage.ts';
import { openDirectoryStorage } from './directory-storage.ts';
import type { StorageAddress } from './storage-address.ts';

/** Plain data, because threads open it for themselves. */
export interface StorageLink {
	readonly address: StorageAddress;
	/** Undefined for a directory. */
	readonly credentials: BucketCredentials | undefined;
}

/** What speaks S3 is loaded when there is a bucket. */
export async function openStorage({ address, credentials }: StorageLink): Promise<ObjectStorage> {
	if (address.kind === 'directory') return openDirectoryStorage(address.path);
	if (credentials === undefined) throw new Error('a bucket needs credentials');
	return (await import('./bucket-storage.ts')).openBucketStorage(address, credentials);
}
