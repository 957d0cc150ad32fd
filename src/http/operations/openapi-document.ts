/**
 * The OpenAPI document as client generators need it, made from the plug-in's document of the routes: named schemas become
 * components, every list and object in a query has its style, and every operation has examples.
 */
import { createComponents, type JsonSchema, toShown } from './openapi-components.ts';
import { toExample } from './openapi-examples.ts';

/** The parts of an OpenAPI document that are read or changed here. */
export interface OpenApiDocument {
	readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
	readonly paths?: Readonly<Record<string, unknown>>;
}

interface Content {
	readonly schema?: JsonSchema;
	readonly example?: unknown;
	readonly examples?: unknown;
}

interface Body {
	readonly required?: boolean;
	readonly content?: Readonly<Record<string, Content>>;
}

interface Parameter extends Content {
	readonly in: string;
	readonly name: string;
}

interface Operation {
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: Body;
	readonly responses: Readonly<Record<string, Body>>;
}

/** @throws {Error} when two different schemas have one name. */
export function finishDocument<T extends OpenApiDocument>(document: T): T {
	const components = createComponents();

	function finishContent(content: Content): Content {
		if (content.schema === undefined) return content;
		const shown = toShown(content.schema);
		const isShown = content.example !== undefined || content.examples !== undefined;
		return {
			...content,
			...(isShown ? {} : { example: toExample(shown) }),
			schema: components.extract(shown),
		};
	}

	function finishBody(body: Body): Body {
		if (body.content === undefined) return body;
		return { ...body, content: mapValues(body.content, finishContent) };
	}

	function finishParameter(parameter: Parameter): Parameter {
		if (parameter.schema === undefined) return parameter;
		const shown = toShown(parameter.schema);
		return { ...parameter, ...toStyle(parameter.in, shown), schema: components.extract(shown) };
	}

	function finishOperation(operation: Operation): Operation {
		const { parameters, requestBody, responses } = operation;
		return {
			...operation,
			...(parameters && { parameters: parameters.map(finishParameter) }),
			...(requestBody && { requestBody: { ...finishBody(requestBody), required: isRequired(requestBody) } }),
			responses: mapValues(responses, finishBody),
		};
	}

	const paths = mapValues(document.paths ?? {}, (path) =>
		mapValues(path as Record<string, Operation>, finishOperation),
	);
	return { ...document, paths, components: { ...document.components, schemas: components.list() } };
}

/** A missing body stands for an empty object. */
function isRequired({ content = {} }: Body): boolean {
	return Object.values(content).some(
		({ schema = {} }) => schema.type !== 'object' || (schema.required ?? []).length > 0,
	);
}

/**
 * How a list or an object is written in a query: `indices=a&indices=b`, `filter[brand]=Nike`. Defaults are written as
 * well, because not every generator knows them.
 */
function toStyle(location: string, { type }: JsonSchema): object {
	if (location !== 'query') return {};
	if (type === 'array') return { style: 'form', explode: true };
	return type === 'object' ? { style: 'deepObject', explode: true } : {};
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
