/** How far is each build? Noted in OpenSearch beside the builds, after what was written is searchable. */
import type { Position } from '../../domain/log/position.ts';
import type { IndexNames } from './index-names.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface BuildProgress {
	/** Everything up to this one can be found. */
	readonly position: Position;
	/** Why some input is not in the index. */
	readonly notes: readonly string[];
}

export interface ProgressStore {
	/** In the order asked; undefined for builds that have none. */
	read(builds: readonly string[]): Promise<readonly (BuildProgress | undefined)[]>;
	write(build: string, progress: BuildProgress): Promise<void>;
	forget(build: string): Promise<void>;
}

interface FoundDocuments {
	readonly docs: readonly { readonly found?: boolean; readonly _source?: BuildProgress }[];
}

const progressBody = {
	settings: { number_of_shards: 1 },
	mappings: { dynamic: false, properties: {} },
};

export function createProgressStore(connection: OpenSearchConnection, { progress }: IndexNames): ProgressStore {
	let isThere = false;

	async function create(): Promise<void> {
		const { replicas } = connection.address;
		const settings = { ...progressBody.settings, number_of_replicas: replicas };
		await connection.send({
			path: `/${progress}`,
			method: 'PUT',
			body: { ...progressBody, settings },
			accepted: [400],
		});
		isThere = true;
	}

	return {
		async read(builds) {
			if (builds.length === 0) return [];
			const body = { ids: builds };
			const { body: found, status } = await connection.send<FoundDocuments>({
				...{ path: `/${progress}/_mget`, body, accepted: [404] },
			});
			if (status === 404) return builds.map(() => undefined);
			return builds.map((_, at) => (found.docs[at]?.found === true ? found.docs[at]?._source : undefined));
		},
		async write(build, noted) {
			if (!isThere) await create();
			await connection.send({ path: `/${progress}/_doc/${build}`, method: 'PUT', body: noted });
		},
		async forget(build) {
			await connection.send({ path: `/${progress}/_doc/${build}`, method: 'DELETE', accepted: [404] });
		},
	};
}
