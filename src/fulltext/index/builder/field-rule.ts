/** What does a builder do with the values of a field, according to the schema of its index? */
import { type FieldSchema, type IndexSchema, readItemField } from '../../../domain/schema/index-schema.ts';
import { type CountLayout, type CountSlot, toCountLayout } from '../../ranking/packed-counts.ts';

/** Longer values are not kept as keywords, because nobody filters by them. */
export const keywordBytesMax = 200;

export interface FieldRule extends Pick<FieldSchema, 'hasColumn' | 'isIdentifier' | 'lengthMax' | 'occurrences'> {
	readonly field: FieldSchema;
	/** Undefined when the words of the field are not searched. */
	readonly slot: CountSlot | undefined;
	readonly isTitle: boolean;
}

function toFieldRule(field: FieldSchema, layout: CountLayout): FieldRule {
	const { fieldClass, hasColumn, isIdentifier, lengthMax, occurrences } = field;
	const isTitle = field.role === 'title' && fieldClass === 'A';
	return { field, slot: toSlot(field, layout), hasColumn, isIdentifier, lengthMax, occurrences, isTitle };
}

const slotsOfClasses = { A: 'title', B: 'attributes', C: 'descriptions' } as const;

function toSlot({ fieldClass, weightGroup }: FieldSchema, layout: CountLayout): CountSlot | undefined {
	if (fieldClass === null) return undefined;
	return weightGroup === undefined ? layout[slotsOfClasses[fieldClass]] : layout.groups[weightGroup];
}

/** The rules for the fields of an index, made once for each field. */
export interface FieldRules {
	/** @param isTitled whether the item has a title, so that other fields of that role are second names */
	find(fieldName: string, isTitled: boolean): FieldRule;
	/** The field whose text is the title; undefined when there is none. */
	readonly mainTitle: string | undefined;
	hasMainTitle(item: Readonly<Record<string, unknown>>): boolean;
	/** Where the words of a value are counted; a value longer than `lengthMax` counts as a description. */
	toValueSlot(rule: FieldRule, text: string): CountSlot | undefined;
}

export function createFieldRules(schema: IndexSchema): FieldRules {
	const rules = new Map<string, FieldRule>();
	const secondNames = new Map<string, FieldRule>();
	const [mainTitle] = schema.listNamed('title');
	const layout = toCountLayout(schema.weightGroups);

	function find(fieldName: string): FieldRule {
		let rule = rules.get(fieldName);
		if (rule === undefined) {
			rule = toFieldRule(schema.find(fieldName), layout);
			rules.set(fieldName, rule);
			// Beside the title of an item, it is a second name.
			if (rule.isTitle && fieldName !== mainTitle) {
				secondNames.set(fieldName, { ...rule, slot: layout.attributes, isTitle: false });
			}
		}
		return rule;
	}

	return {
		mainTitle,
		find(fieldName, isTitled) {
			const rule = find(fieldName);
			return isTitled && rule.isTitle ? (secondNames.get(fieldName) ?? rule) : rule;
		},
		hasMainTitle(item) {
			const title = mainTitle === undefined ? undefined : readItemField(item, mainTitle);
			return typeof title === 'string' && title !== '';
		},
		toValueSlot: ({ slot, lengthMax }, text) =>
			slot !== undefined && text.length > lengthMax ? layout.descriptions : slot,
	};
}
