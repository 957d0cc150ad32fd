/** Examples of requests and answers, composed from the examples of their values. */
import type { JsonSchema } from './openapi-components.ts';

/**
 * A value that the schema allows: its own example, or else one composed of its parts. Objects get their required members,
 * and optional members that have an example.
 */
export function toExample(schema: JsonSchema): unknown {
	const own = findOwnExample(schema);
	if (own !== undefined) return own;
	const [firstOption] = schema.anyOf ?? schema.oneOf ?? [];
	if (firstOption !== undefined) return toExample(firstOption);
	const type = [schema.type].flat().find((name) => name !== 'null');
	if (type === 'object') return toObjectExample(schema);
	if (type === 'array') return schema.items === undefined ? [] : [toExample(schema.items)];
	if (type === 'boolean') return false;
	if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
	if (type === 'string') return 'text';
	return null;
}

/** Undefined when there is none; null is an example. */
function findOwnExample({ examples, example, const: only, default: usual, enum: allowed }: JsonSchema): unknown {
	if (examples !== undefined) return examples[0];
	return [example, only, usual, allowed?.[0]].find((value) => value !== undefined);
}

function toObjectExample({ properties = {}, required = [] }: JsonSchema): object {
	const shown = Object.entries(properties).filter(([name, schema]) => required.includes(name) || hasExample(schema));
	return Object.fromEntries(shown.map(([name, schema]) => [name, toExample(schema)]));
}

/** Whether this value or a part of it has an example. */
function hasExample(schema: JsonSchema): boolean {
	if (schema.examples !== undefined || schema.example !== undefined) return true;
	const parts = [...Object.values(schema.properties ?? {}), schema.items, ...(schema.anyOf ?? schema.oneOf ?? [])];
	return parts.some((part) => part !== undefined && hasExample(part));
}
