/**
 * A file with settings to try: search settings as `engine settings show --json` prints them, and what is said of fields,
 * by index, as `index schema` changes it.
 *
 *     {"synonyms": [{"words": ["tv", "television"]}],
 *      "schema": {"product": {"maker_id": {"role": "brand"}, "care": {"searchable": false}}}}
 */
import { isRecord, type JsonRecord } from '../api-answer.ts';
import { CommandError } from '../command-error.ts';

/** By index and field: properties to override; null as a property or a field takes back what is said. */
export type SchemaTrial = Readonly<Record<string, Readonly<Record<string, JsonRecord | null>>>>;

export interface TriedSettings {
	/** The file, or that they are the stored ones. */
	readonly name: string;
	/** The body of a change of search settings. */
	readonly search: JsonRecord;
	/** Undefined if nothing is said of fields. */
	readonly schema: SchemaTrial | undefined;
}

export const storedSettings: TriedSettings = { name: 'stored', search: {}, schema: undefined };

/** The server checks the settings; here only their form is. @throws {CommandError} */
export function parseSettingsFile(text: string, file: string): Omit<TriedSettings, 'name'> {
	const value = parseObject(text);
	if (value === undefined) {
		throw badFile(`${file} is not a JSON object`, 'write it as "vitrine engine settings show --json" does');
	}
	const { schema, ...search } = value;
	if (schema === undefined) return { search, schema };
	if (isSchemaTrial(schema)) return { search, schema };
	throw badFile(`"schema" in ${file} is not {"INDEX": {"FIELD": {…}}}`, 'see "vitrine index schema --help"');
}

function parseObject(text: string): JsonRecord | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// The caller says that it is no object.
		return undefined;
	}
}

function isSchemaTrial(value: unknown): value is SchemaTrial {
	const isChange = (change: unknown) => change === null || isRecord(change);
	return (
		isRecord(value) && Object.values(value).every((fields) => isRecord(fields) && Object.values(fields).every(isChange))
	);
}

function badFile(message: string, nextStep: string): CommandError {
	return new CommandError('bad_file', message, { nextStep });
}
