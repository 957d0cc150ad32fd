/** Does an item say that it is out of stock, in any of the ways shops say so? Anything unknown counts as in stock. */
import { type IndexSchema, inferredSchema, readItemField } from '../../../domain/schema/index-schema.ts';
import { parseShortNumber } from './item-values.ts';

type Item = Readonly<Record<string, unknown>>;

/** Fields that the owner of the index names for it come first, and decide where they say anything. */
export function isOutOfStock(item: Item, schema: IndexSchema = inferredSchema): boolean {
	for (const fieldName of schema.listAssigned('stock')) {
		const value = readItemField(item, fieldName);
		if (!isBlank(value)) return isNone(value);
	}
	const read = (fieldName: string) => (isStockField(schema, fieldName) ? item[fieldName] : undefined);
	const availability = read('availability');
	if (typeof availability === 'string' && !isBlank(availability)) return outOfStockPattern.test(availability.trim());
	if (isNo(availability) || isNo(read('in_stock'))) return true;
	return isZero(read('stock'));
}

function isStockField({ find }: IndexSchema, fieldName: string): boolean {
	const { role, isIgnored } = find(fieldName);
	return role === 'stock' && !isIgnored;
}

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value says that there is none: as `availability`, as a flag or as a count. */
function isNone(value: unknown): boolean {
	return (typeof value === 'string' && outOfStockPattern.test(value.trim())) || isNo(value) || isZero(value);
}

/** Exports of shops write flags as text or as numbers. */
function isNo(value: unknown): boolean {
	return value === false || value === 0 || value === '0' || value === 'false';
}

function isZero(value: unknown): boolean {
	const count = typeof value === 'string' ? parseShortNumber(value.trim()) : value;
	return typeof count === 'number' && count <= 0;
}

const outOfStockPattern =
	/^(?:https?:\/\/schema\.org\/)?(?:out[ _-]?of[ _-]?stock|sold[ _-]?out|unavailable|discontinued)$/i;
