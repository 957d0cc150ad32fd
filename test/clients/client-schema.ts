/**
 * The types of `web/client` come from the OpenAPI document: of its operations, those that the client calls, with the
 * bodies they take and give. Refusals are left out, but for the list of their codes; so are examples.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Json } from '../support/api.ts';

const generator = fileURLToPath(new URL('node_modules/openapi-typescript/bin/cli.js', import.meta.url));

/** What `openapi-typescript` makes of the part of the document that the client needs, as TypeScript. */
export async function generateClientSchema(document: Json): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), 'client-schema-'));
	try {
		const [source, target] = [join(directory, 'openapi.json'), join(directory, 'schema.ts')];
		await writeFile(source, JSON.stringify(selectForClient(document)));
		await promisify(execFile)(process.execPath, [generator, source, '-o', target]);
		return await readFile(target, 'utf8');
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/** The operations of shoppers and of catalogues; those of version 5 and of temporary items say nothing new. */
function isForClient(path: string, operation: Json): boolean {
	const isTemporary = path.includes('/temp/items') && !path.endsWith('/temp/items/_bulk');
	const topics = ['Search engines', 'Indices', 'Items', 'Search', 'Events', 'Recommendations'];
	const isOther = path.startsWith('/api/admin/') || operation.deprecated === true || isTemporary;
	return !isOther && topics.includes(operation.tags?.[0]);
}

function selectForClient(document: Json): Json {
	const paths: Json = {};
	for (const [path, operations] of Object.entries<Json>(document.paths))
		for (const [method, operation] of Object.entries<Json>(operations)) {
			if (!isForClient(path, operation)) continue;
			const responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => status < '300'));
			paths[path] = { ...paths[path], [method]: { ...operation, responses } };
		}
	const { schemas } = document.components;
	const named = new Set<string>();
	collectNames(paths, schemas, named);
	const kept = Object.fromEntries([...named].sort().map((name) => [name, schemas[name]]));
	const codes = { type: 'string', enum: listErrorCodes(schemas), description: 'Why a call was refused' };
	const { openapi, info } = document;
	return dropExamples({ openapi, info, paths, components: { schemas: { ...kept, ErrorCode: codes } } });
}

/** Adds the named schemas that a value refers to, and those that they refer to. */
function collectNames(value: Json, schemas: Json, named: Set<string>): void {
	if (typeof value !== 'object' || value === null) return;
	const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
	if (name !== undefined && !named.has(name)) {
		named.add(name);
		collectNames(schemas[name], schemas, named);
	}
	for (const member of Object.values(value)) collectNames(member, schemas, named);
}

function listErrorCodes(schemas: Json): string[] {
	const codes = Object.values<Json>(schemas).flatMap(
		(schema) => schema.properties?.error?.properties?.code?.enum ?? [],
	);
	return [...new Set(codes)].sort();
}

function dropExamples(value: Json): Json {
	if (Array.isArray(value)) return value.map(dropExamples);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([name, member]) => !isExample(name, member));
	return Object.fromEntries(members.map(([name, member]) => [name, dropExamples(member)]));
}

/** `examples` is a list or an object; a property of that name would be a schema, with a type. */
function isExample(name: string, member: Json): boolean {
	return name === 'example' || (name === 'examples' && member?.type === undefined);
}
