/**
 * Names for the schemas of requests and answers. What has a name stands once in the OpenAPI document, under
 * `components.schemas`, with a reference to it wherever it is used: generators of clients call their types so.
 *
 *     export const storeOutput = component('Store', Type.Object({ name: Type.String({ examples: ['Shoes'] }) }));
 *
 * To add a schema: declare it once as above, with a name in PascalCase that no other schema has (a test
 * refuses two schemas of one name), and use it in the route's `params`, `querystring`, `body` or `response`. Give `examples` to
 * values whose type says too little: the examples of requests and answers are put together from them
 * (operations/openapi-examples.ts), and a test checks each against its schema. Required values are always in an
 * example, optional ones where they have an example of their own.
 */
import type { TSchema } from 'typebox';

/** The keywords with which a schema says what the document makes of it; validators and serialisers know neither. */
export const componentKeyword = 'x-component';
export const shownKeyword = 'x-shown';

/** The same schema, with a name in the document. */
export function component<T extends TSchema>(name: string, schema: T): T {
	return Object.assign(schema, { [componentKeyword]: name });
}

/**
 * The same schema, for which the document has another: where what is checked is wider than what callers should send, or
 * a parser of ours checks what no schema can say.
 */
export function shownAs<T extends TSchema>(schema: T, shown: TSchema): T {
	return Object.assign(schema, { [shownKeyword]: shown });
}
