import { type Static, type TSchema, Type } from 'typebox';

/**
 * The schema of a value or null, as one schema with two types. A union would report every fault of the value three times:
 * its own, "must be null" and "must match a schema in anyOf".
 */
export function nullable<T extends TSchema & { readonly type: string }>(schema: T, more: object = {}) {
	return Type.Unsafe<Static<T> | null>({ ...schema, ...more, type: [schema.type, 'null'] });
}

/** The same for one of these texts. */
export function nullableEnum<T extends string>(values: readonly T[], more: object = {}) {
	return Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...more });
}
