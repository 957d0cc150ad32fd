/** Does a field have the numbers that its weight as popularity takes? */
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';
import type { IndexDescription } from '../query/index-description.ts';
import { toIndexedText } from './indexed-text.ts';
import type { FieldOverride, SchemaChange, SchemaOverrides } from './schema-override.ts';

interface Overrides {
	readonly current: SchemaOverrides;
	/** `current` with `change`. */
	readonly changed: SchemaOverrides;
	readonly change: SchemaChange;
}

/**
 * Faults of the fields of the change that weigh as popularity and have no numbers, under the path `fields.<name>`: they would
 * move no item. Nothing is known of a field that is about to be indexed in another way, of an index that is being built,
 * and of one without items. @param describe is called only where a field weighs as popularity; undefined if nothing is known now
 */
export async function findMissingNumbers(
	{ current, changed, change }: Overrides,
	describe: () => Promise<IndexDescription | undefined>,
): Promise<Fault[]> {
	const weighed = Object.keys(change).filter((field) => (changed[field]?.popularity ?? 0) > 0);
	const description = weighed.length === 0 ? undefined : await describe();
	const isKnown = description?.build === undefined && description?.replacement === undefined;
	if (description === undefined || !isKnown || description.itemCount === 0) return [];
	return weighed.flatMap((field) => {
		const isAnother = toFieldText(current, field) !== toFieldText(changed, field);
		return isAnother ? [] : toFaults(`fields.${field}.popularity`, findProblem(description, field));
	});
}

/** What the overrides of a field say about how it is indexed. */
function toFieldText(overrides: SchemaOverrides, field: string): string {
	return Object.hasOwn(overrides, field) ? toIndexedText({ [field]: overrides[field] as FieldOverride }) : '';
}

function findProblem({ fields }: IndexDescription, field: string): string | undefined {
	const uses = fields.find(({ name }) => name === field)?.uses;
	if (uses === undefined) return 'is for fields that items have: no item of this index has this one';
	const hasNumbers = uses.some((use) => use === 'number' || use === 'date');
	return hasNumbers ? undefined : 'is for fields of numbers: give it the role number if its numbers are texts';
}
