/** The OpenAPI document as tests use it: its operations, and whether an answer conforms to it. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Json } from './api.ts';
import type { RawAnswer } from './raw-http.ts';

export interface Operation {
	readonly id: string;
	readonly method: string;
	/** With its parameters in braces. */
	readonly path: string;
	/** Of its statuses. */
	readonly statuses: readonly number[];
	readonly description: Json;
}

/** The operations of a document, in its order. */
export function listOperations(document: Json): Operation[] {
	return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
		Object.entries(item).map(([method, description]) => ({
			id: description.operationId,
			method: method.toUpperCase(),
			path,
			statuses: Object.keys(description.responses).map(Number),
			description,
		})),
	);
}

const documentId = 'https://vitrine.example/openapi.json';

/**
 * For the schemas of a document, with what they refer to, which is compiled once. Supports JSON Schema as in OpenAPI 3.1;
 * annotations are ignored.
 */
export function createSchemaCompiler(document: Json): {
	isSchema(schema: Json): boolean;
	compile(schema: Json): ValidateFunction;
} {
	const ajv = new Ajv2020({ allErrors: true, strict: false });
	// Validating schemas is a separate step, because it would take most of the time for each one.
	const compiler = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
	for (const one of [ajv, compiler]) ajvFormats.default(one as never);
	compiler.addSchema({ $id: documentId, components: document.components });
	const names = new Set(Object.keys(document.components.schemas));
	const toWhole = (schema: Json): Json => {
		const text = JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/(\w+)"/g, (_, name) => {
			assert.ok(names.has(name), `nothing is called ${name}`);
			return `"${documentId}#/components/schemas/${name}"`;
		});
		return JSON.parse(text);
	};
	return {
		isSchema: (schema) => ajv.validateSchema(schema) === true,
		compile: (schema) => compiler.compile(toWhole(schema)),
	};
}

/** The schema behind a reference; any other as it is. */
export function resolveReference(schema: Json, document: Json): Json {
	if (schema?.$ref === undefined) return schema;
	const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref) ?? [];
	return document.components.schemas[name ?? ''] ?? assert.fail(`nothing is called ${schema.$ref}`);
}

/** @returns a check that fails unless the document has the answer among those of its operation. */
export function createAnswerCheck(document: Json): (operation: Operation, answer: RawAnswer) => void {
	const { compile } = createSchemaCompiler(document);
	const compiled = new Map<string, ValidateFunction>();
	return ({ id, description }, { status, headers, text, json }) => {
		const label = `${id} ${status}: ${text.slice(0, 500)}`;
		const response = description.responses[status];
		assert.ok(response, `not in the document: ${label}`);
		if (response.content === undefined) {
			assert.equal(text, '', `the document knows no body: ${label}`);
			return;
		}
		const [type = ''] = (headers['content-type'] ?? '').split(';');
		const media = response.content[type];
		assert.ok(media, `the document knows no ${type}: ${label}`);
		const key = `${id} ${status} ${type}`;
		const validate = compiled.get(key) ?? compile(media.schema);
		compiled.set(key, validate);
		const body = /[/+]json$/.test(type) ? json : text;
		assert.ok(validate(body), `${label}\n${JSON.stringify(validate.errors?.slice(0, 3))}`);
	};
}
