/** The fields of the items of a search engine, for people who may read schemas. */
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { IndexSchema, SchemaField } from './wire.ts';

export function toSchemaPath(hashid: string, indexName: string): string {
	return toPath`/search_engines/${hashid}/indices/${indexName}/schema`;
}

/** Each once, by name; none until they are read, and without the right to. */
export function useFields({ hashid, indices = [] }: Engine): readonly SchemaField[] {
	const { session } = useSession();
	const names = indices.map(({ name }) => name);
	const key = mayRead(session, 'catalogue') ? `${hashid} ${names.join(' ')}` : undefined;
	const { value = [] } = useLoaded(async (signal) => {
		const schemas = await Promise.all(
			names.map((name) => callApi<IndexSchema>(toSchemaPath(hashid, name), { signal })),
		);
		const fields = new Map(schemas.flatMap((schema) => schema.fields.map((field) => [field.name, field] as const)));
		return [...fields.values()].sort((a, b) => a.name.localeCompare(b.name));
	}, key);
	return value;
}
