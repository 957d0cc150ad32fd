/** Options that represent fields of a resource, and the JSON body made from them. */
import type { CommandOption, CommandOptions, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { splitList } from './split-list.ts';

export interface ResourceField {
	/** Name of the option. */
	readonly option: string;
	/** Name in the JSON body. */
	readonly field: string;
	/**
	 * A list is separated by commas; an empty text is `null`, if the field may be null. `json` is any JSON value: a
	 * number, a list of objects.
	 */
	readonly kind: 'text' | 'nullable' | 'list' | 'nullableList' | 'switch' | 'json';
	readonly placeholder?: string;
	readonly meaning: string;
	readonly isRequired?: boolean;
}

export function toFieldOptions(fields: readonly ResourceField[]): CommandOptions {
	return Object.fromEntries(
		fields.map(({ option, kind, placeholder, meaning }): [string, CommandOption] => [
			option,
			kind === 'switch' ? { kind, meaning } : { kind: 'text', placeholder: placeholder ?? 'TEXT', meaning },
		]),
	);
}

/** The body for a new resource. @throws {CommandError} when a required field is missing. */
export function readNewFields({ options }: Invocation, fields: readonly ResourceField[]): string {
	const missing = fields.filter(({ option, isRequired }) => isRequired && !options.has(option));
	if (missing.length > 0) {
		throw misused(`${missing.map(({ option }) => `--${option}`).join(' and ')} is missing`, 'see --help');
	}
	return toBody(options, fields);
}

/** The body of a change, with the given fields. @throws {CommandError} when there is none. */
export function readChangedFields({ options }: Invocation, fields: readonly ResourceField[]): string {
	if (!fields.some(({ option }) => options.has(option))) {
		throw misused(
			'there is nothing to change',
			`give at least one of ${fields.map(({ option }) => `--${option}`).join(', ')}`,
		);
	}
	return toBody(options, fields);
}

function toBody(options: Invocation['options'], fields: readonly ResourceField[]): string {
	const body: { [field: string]: unknown } = {};
	const given = new Map<string, { readonly option: string; readonly text: string }>();
	for (const { option, field, kind } of fields) {
		const text = options.get(option);
		if (text === undefined) continue;
		const other = given.get(field);
		if (other !== undefined && other.text !== text) {
			throw misused(`--${other.option} and --${option} are the same and have different values`, 'give one of them');
		}
		given.set(field, { option, text });
		body[field] = kind === 'json' ? readJson(option, text) : toValue(text, kind);
	}
	return JSON.stringify(body);
}

function readJson(option: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw misused(`--${option} is not JSON: ${text.slice(0, 100)}`, 'see --help');
	}
}

function toValue(text: string, kind: ResourceField['kind']): unknown {
	if (kind === 'switch') return text === 'true';
	if ((kind === 'nullable' || kind === 'nullableList') && text === '') return null;
	if (kind === 'nullable' || kind === 'text') return text;
	return splitList(text);
}
