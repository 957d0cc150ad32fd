/**
 * Names for the schemas of requests and answers. A named schema is defined once in the OpenAPI document, under
 * `components.schemas`, and referred to wherever it is used; client generators name their types after it.
 *
 *     export const storeOutput = component('Store', Type.Object({ name: Type.String({ examples: ['Shoes'] }) }));
 *
 * To add a schema, declare it once as above, with a name in PascalCase that no other schema has (a test
 * refuses two schemas of one name), and use it in the route's `params`, `querystring`, `body` or `response`. Give `examples` to
 * values whose type says too little. The examples of requests and answers are composed from them
 * (operations/openapi-examples.ts), and a test checks each against its schema. Required values are always in an
 * example, optional ones if they have an example of their own.
 */
import type { TSchema } from 'typebox';

/** The keywords that tell the document how to show a schema; validators and serialisers ignore them. */
export const componentKeyword = 'x-component';
export const shownKeyword = 'x-shown';

/** The same schema, with a name in the document. */
export function component<T extends TSchema>(name: string, schema: T): T {
	return Object.assign(schema, { [componentKeyword]: name });
}

/**
 * The same schema, shown in the document as another one: for schemas that accept more than callers should send, and for
 * parts that our own parser checks because no schema can.
 */
export function shownAs<T extends TSchema>(schema: T, shown: TSchema): T {
	return Object.assign(schema, { [shownKeyword]: shown });
}
