/** Named schemas of the OpenAPI document: each is defined once among its components, and referred to elsewhere. */
import { isDeepStrictEqual } from 'node:util';
import { componentKeyword, shownKeyword } from '../shared/schema-component.ts';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | JsonSchema;
	readonly items?: JsonSchema;
	readonly anyOf?: readonly JsonSchema[];
	readonly oneOf?: readonly JsonSchema[];
	readonly minimum?: number;
	readonly examples?: readonly unknown[];
	readonly example?: unknown;
	readonly const?: unknown;
	readonly default?: unknown;
	readonly enum?: readonly unknown[];
	readonly [componentKeyword]?: string;
	readonly [shownKeyword]?: JsonSchema;
}

export interface Components {
	/** In the order of their names. */
	list(): Record<string, JsonSchema>;
	/**
	 * The schema with references instead of the named schemas in it.
	 * @throws {Error} when two different schemas have one name.
	 */
	extract(schema: JsonSchema): JsonSchema;
}

/** The schema as the document shows it, including everything in it; names stay. */
export function toShown(schema: JsonSchema): JsonSchema {
	const { [shownKeyword]: shown, ...rest } = schema;
	const whole = mapParts(shown === undefined ? tellType(rest) : { ...shown, ...pickAnnotations(rest, {}) }, toShown);
	const { properties, required = [] } = whole;
	if (properties === undefined) return whole;
	const told = Object.entries(properties).map(([name, part]) => [
		name,
		required.includes(name) ? part : tellDefault(part),
	]);
	return { ...whole, properties: Object.fromEntries(told) };
}

/** An enum of texts has an obvious type, but not every generator infers it. */
function tellType(schema: JsonSchema): JsonSchema {
	const isText = schema.type === undefined && schema.enum?.every((value) => typeof value === 'string') === true;
	return isText ? { type: 'string', ...schema } : schema;
}

/**
 * Generators take a member with a default for a required one, in requests too, so the description says the default
 * instead.
 */
function tellDefault(schema: JsonSchema): JsonSchema {
	const { default: usual, description, ...rest } = schema;
	if (usual === undefined) return schema;
	const sentence = `${JSON.stringify(usual)} when left out`;
	return { ...rest, description: description === undefined ? sentence : `${description}; ${sentence}` };
}

export function createComponents(): Components {
	const known = new Map<string, JsonSchema>();

	function define(name: string, schema: JsonSchema): void {
		const definition = mapParts(schema, extract);
		const before = known.get(name);
		if (before === undefined) known.set(name, definition);
		else if (!isDeepStrictEqual(withoutAnnotations(before), withoutAnnotations(definition))) {
			throw new Error(`two different schemas are called ${name}`);
		}
	}

	function extract(schema: JsonSchema): JsonSchema {
		const { [componentKeyword]: name, ...own } = schema;
		if (name === undefined) return mapParts(own, extract);
		const types = [own.type ?? []].flat();
		const isNullable = types.length > 1 && types.includes('null');
		const [type] = types.filter((candidate) => candidate !== 'null');
		define(name, isNullable ? { ...own, ...(type === undefined ? {} : { type }) } : own);
		const reference = { $ref: `#/components/schemas/${name}` };
		const differing = pickAnnotations(own, known.get(name) ?? {});
		return isNullable ? { anyOf: [reference, { type: 'null' }], ...differing } : { ...reference, ...differing };
	}

	return {
		list: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
		extract,
	};
}

/** Keywords that may differ wherever a schema is used. */
const annotations = ['description', 'examples', 'default'] as const;

function withoutAnnotations(schema: JsonSchema): JsonSchema {
	const { description: _description, examples: _examples, default: _default, ...rest } = schema;
	return rest;
}

/** The annotations of a use that differ from those of the definition. */
function pickAnnotations(use: JsonSchema, definition: JsonSchema): JsonSchema {
	const names = annotations.filter((name) => name in use && !isDeepStrictEqual(use[name], definition[name]));
	return Object.fromEntries(names.map((name) => [name, use[name]]));
}

/** The schema with `change` applied to each schema directly in it. */
function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
	const { properties, additionalProperties, items, anyOf, oneOf } = schema;
	return {
		...schema,
		...(properties && {
			properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)])),
		}),
		...(typeof additionalProperties === 'object' && { additionalProperties: change(additionalProperties) }),
		...(items && { items: change(items) }),
		...(anyOf && { anyOf: anyOf.map(change) }),
		...(oneOf && { oneOf: oneOf.map(change) }),
	};
}
