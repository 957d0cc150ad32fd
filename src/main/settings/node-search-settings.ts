/** Which search indexes a node among several has, and where it gets them from: a part of the table of all settings. */
import type { StorageAddress } from '../../adapters/object-storage/storage-address.ts';
import type { SettingRow } from './setting-row.ts';
import * as kinds from './setting-values.ts';

export interface NodeSearchSettings {
	/** How long a node among several follows a search engine that nobody asks it for; 0: for ever. */
	readonly engineKeepDays: number;
	/** Where nodes leave snapshots of search indexes for each other; undefined: each builds its own. */
	readonly snapshots: StorageAddress | undefined;
	/** Under the names that programs for S3 have in common. */
	readonly accessKeyId: string | undefined;
	readonly secretAccessKey: string | undefined;
	readonly sessionToken: string | undefined;
	readonly bucketRegion: string | undefined;
}

const onlyForBucket = 'Only for a bucket in `VITRINE_SNAPSHOT_URL`.';

export const nodeSearchRows: { readonly [Name in keyof NodeSearchSettings]: SettingRow<NodeSearchSettings[Name]> } = {
	engineKeepDays: {
		variable: 'VITRINE_ENGINE_KEEP_DAYS',
		flag: 'engine-keep-days',
		kind: kinds.wholeNumber(0, 36_500),
		fallback: '7',
		unit: 'days',
		meaning:
			'With `VITRINE_DATABASE_URL`, how long a node keeps the indexes of a search engine that nobody asks it for; `0` keeps those of all. Only days in which it runs count.',
	},
	snapshots: {
		variable: 'VITRINE_SNAPSHOT_URL',
		flag: undefined,
		kind: kinds.storageUrl,
		fallback: undefined,
		defaultNote: 'none: each node builds its search indexes from the database',
		meaning:
			'Directory or bucket in which nodes leave snapshots of search indexes for each other, as `file:///mnt/shared/vitrine` or `s3://bucket/prefix`, the latter with `?endpoint=https://host` for services other than Amazon, and `region`. Only with `VITRINE_DATABASE_URL`.',
	},
	accessKeyId: {
		variable: 'AWS_ACCESS_KEY_ID',
		flag: undefined,
		kind: kinds.bucketCredential,
		fallback: undefined,
		defaultNote: 'none',
		meaning: `Key of the bucket. ${onlyForBucket}`,
	},
	secretAccessKey: {
		variable: 'AWS_SECRET_ACCESS_KEY',
		flag: undefined,
		kind: kinds.bucketCredential,
		fallback: undefined,
		defaultNote: 'none',
		meaning: `Secret of that key. ${onlyForBucket}`,
	},
	sessionToken: {
		variable: 'AWS_SESSION_TOKEN',
		flag: undefined,
		kind: kinds.bucketCredential,
		fallback: undefined,
		defaultNote: 'none',
		meaning: `Token of a key that is good for a time. ${onlyForBucket}`,
	},
	bucketRegion: {
		variable: 'AWS_REGION',
		flag: undefined,
		kind: kinds.bucketRegion,
		fallback: undefined,
		defaultNote: '`us-east-1`',
		meaning: `Region of the bucket, where its URL names none. ${onlyForBucket}`,
	},
};
