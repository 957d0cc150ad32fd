/** What does a builder do with the values of a field, according to the schema of its index? */
import type { FieldWeight } from '../../../domain/schema/field-role.ts';
import { type FieldSchema, type IndexSchema, readItemField } from '../../../domain/schema/index-schema.ts';
import { type WeightClass, weightClasses } from '../../ranking/packed-counts.ts';

/** Longer values are not kept as keywords, because nobody filters by them. */
export const keywordBytesMax = 200;

export interface FieldRule extends Pick<FieldSchema, 'hasColumn' | 'isIdentifier' | 'lengthMax' | 'occurrences'> {
	readonly field: FieldSchema;
	/** Undefined when the words of the field are not searched. */
	readonly weightClass: WeightClass | undefined;
	readonly isTitle: boolean;
}

const classesOfWeights: Readonly<Record<FieldWeight, WeightClass>> = {
	A: weightClasses.a,
	B: weightClasses.b,
	C: weightClasses.c,
};

export function toFieldRule(field: FieldSchema): FieldRule {
	const { weight, hasColumn, isIdentifier, lengthMax, occurrences } = field;
	const weightClass = weight === null ? undefined : classesOfWeights[weight];
	const isTitle = field.role === 'title' && weight === 'A';
	return { field, weightClass, hasColumn, isIdentifier, lengthMax, occurrences, isTitle };
}

/** The rule for a second name, which stands beside the title of an item. */
export function toSecondName(rule: FieldRule): FieldRule {
	return { ...rule, weightClass: weightClasses.b, isTitle: false };
}

/** The class of the words of a value; a value longer than `lengthMax` counts as a description. */
export function toValueClass({ weightClass, lengthMax }: FieldRule, text: string): WeightClass | undefined {
	return weightClass !== undefined && text.length > lengthMax ? weightClasses.c : weightClass;
}

/** The rules for the fields of an index, made once for each field. */
export interface FieldRules {
	/** @param isTitled whether the item has a title, so that other fields of that role are second names */
	find(fieldName: string, isTitled: boolean): FieldRule;
	/** The field whose text is the title; undefined when there is none. */
	readonly mainTitle: string | undefined;
	hasMainTitle(item: Readonly<Record<string, unknown>>): boolean;
}

export function createFieldRules(schema: IndexSchema): FieldRules {
	const rules = new Map<string, FieldRule>();
	const secondNames = new Map<string, FieldRule>();
	const [mainTitle] = schema.listNamed('title');

	function find(fieldName: string): FieldRule {
		let rule = rules.get(fieldName);
		if (rule === undefined) {
			rule = toFieldRule(schema.find(fieldName));
			rules.set(fieldName, rule);
			if (rule.isTitle && fieldName !== mainTitle) secondNames.set(fieldName, toSecondName(rule));
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
	};
}
