/** The settings of a search in OpenSearch, a part of the table of all settings. */
import type { SettingRow } from './setting-row.ts';
import * as kinds from './setting-values.ts';

export interface OpenSearchSettings {
	/** The URL of OpenSearch, which searches in place of the process; undefined: none. Without user and password. */
	readonly openSearchUrl: string | undefined;
	readonly openSearchUser: string | undefined;
	readonly openSearchPassword: string | undefined;
	/** A file of certificates; undefined: those that Node.js trusts. */
	readonly openSearchCa: string | undefined;
	/** The names of all indexes begin with it. */
	readonly openSearchPrefix: string;
	/** Of new indexes. */
	readonly openSearchShards: number;
	readonly openSearchReplicas: number;
}

export const openSearchRows: { readonly [Name in keyof OpenSearchSettings]: SettingRow<OpenSearchSettings[Name]> } = {
	openSearchUrl: {
		variable: 'VITRINE_OPENSEARCH_URL',
		flag: undefined,
		kind: kinds.openSearchUrl,
		fallback: undefined,
		defaultNote: 'none: each process searches its own indexes',
		meaning:
			'OpenSearch (2.10 or later) that searches in place of each process, for catalogues larger than a machine, as `https://host:9200`. Only with `VITRINE_DATABASE_URL`.',
	},
	openSearchUser: {
		variable: 'VITRINE_OPENSEARCH_USER',
		flag: undefined,
		kind: kinds.credential,
		fallback: undefined,
		defaultNote: 'none',
		meaning: 'User of OpenSearch.',
	},
	openSearchPassword: {
		variable: 'VITRINE_OPENSEARCH_PASSWORD',
		flag: undefined,
		kind: kinds.credential,
		fallback: undefined,
		defaultNote: 'none',
		meaning: 'Password of that user.',
	},
	openSearchCa: {
		variable: 'VITRINE_OPENSEARCH_CA',
		flag: undefined,
		kind: kinds.file,
		fallback: undefined,
		defaultNote: 'the certificates that Node.js trusts',
		meaning: 'File of certificates in PEM form, one of which signed that of OpenSearch.',
	},
	openSearchPrefix: {
		variable: 'VITRINE_OPENSEARCH_PREFIX',
		flag: undefined,
		kind: kinds.indexPrefix,
		fallback: 'vitrine',
		meaning:
			'Beginning of the names of all indexes in OpenSearch: each installation that uses the same one needs another.',
	},
	openSearchShards: {
		variable: 'VITRINE_OPENSEARCH_SHARDS',
		flag: undefined,
		kind: kinds.wholeNumber(1, 64),
		fallback: '1',
		unit: 'shards',
		meaning: 'Parts of each new index in OpenSearch; one for each 10 million items or so.',
	},
	openSearchReplicas: {
		variable: 'VITRINE_OPENSEARCH_REPLICAS',
		flag: undefined,
		kind: kinds.wholeNumber(0, 8),
		fallback: '1',
		unit: 'copies',
		meaning: 'Further copies of each new index in OpenSearch; 0 for a single machine.',
	},
};
