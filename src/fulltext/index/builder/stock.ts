/** Does an item say that it is out of stock, in any of the ways shops say so? Anything unknown counts as in stock. */
import { type IndexSchema, readItemField } from '../../../domain/schema/index-schema.ts';
import { parseShortNumber } from './item-values.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Returns a test of whether an item is out of stock, by the fields of this schema. Fields to which the owner of the
 * index assigned the role come first and decide if they have a value.
 */
export function createStockTest(schema: IndexSchema): (item: Item) => boolean {
	const assigned = schema.listAssigned('stock');
	const wellKnown = new Set(schema.listNamed('stock'));
	const toReader = (fieldName: string) =>
		wellKnown.has(fieldName) ? (item: Item) => item[fieldName] : () => undefined;
	const [readAvailability, readInStock, readStock] = [
		toReader('availability'),
		toReader('in_stock'),
		toReader('stock'),
	] as const;
	return (item) => {
		for (const fieldName of assigned) {
			const value = readItemField(item, fieldName);
			if (!isBlank(value)) return isNone(value);
		}
		const availability = readAvailability(item);
		if (typeof availability === 'string' && !isBlank(availability)) return outOfStockPattern.test(availability.trim());
		return isNo(availability) || isNo(readInStock(item)) || isZero(readStock(item));
	};
}

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value says that nothing is left: as `availability`, as a flag or as a count. */
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
