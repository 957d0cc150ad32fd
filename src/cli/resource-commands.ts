/** The five commands that every resource of an account has: list, create, show, update, delete. */
import { asRecord, asRecords, callApi } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command, CommandArgument, Invocation } from './command.ts';
import { misused } from './command-error.ts';
import { type ResourceField, readChangedFields, readNewFields, toFieldOptions } from './field-options.ts';
import { printDone, printList, printRecord } from './print-answer.ts';

export interface Resource {
	/** First word of its commands. */
	readonly noun: string;
	/** Its name in sentences. */
	readonly title: string;
	readonly plural: string;
	/** The collection's path. */
	readonly path: string;
	readonly identifier: CommandArgument;
	/** The field that the argument refers to. */
	readonly identifierField: string;
	/** Columns of the list. */
	readonly columns: readonly string[];
	readonly fields: readonly ResourceField[];
	/** What is deleted along with it; if set, `--yes` is required. */
	readonly loss?: string;
	/** One for each command. */
	readonly examples: { readonly create: string; readonly update: string; readonly identifier: string };
}

export const yesOption = { kind: 'switch', meaning: 'Delete without confirmation' } as const;

export function createResourceCommands(resource: Resource): readonly Command[] {
	return [
		createListCommand(resource),
		createCreateCommand(resource),
		createShowCommand(resource),
		createUpdateCommand(resource),
		createDeleteCommand(resource),
	];
}

function createListCommand({ noun, plural, path, columns }: Resource): Command {
	return {
		path: `${noun} list`,
		summary: `List the ${plural} of the account.`,
		arguments: [],
		options: ownerOptions,
		examples: [`vitrine ${noun} list`, `vitrine ${noun} list --json`],
		async run(invocation) {
			const records = asRecords(await callApi(openOwnerClient(invocation), { method: 'GET', path }));
			printList(invocation, records, { fields: columns, plural });
			return 0;
		},
	};
}

function createCreateCommand({ noun, title, path, fields, identifierField, examples }: Resource): Command {
	return {
		path: `${noun} create`,
		summary: `Create a ${title}.`,
		arguments: [],
		options: { ...toFieldOptions(fields), ...ownerOptions },
		examples: [`vitrine ${noun} create ${examples.create}`],
		async run(invocation) {
			const body = readNewFields(invocation, fields);
			const record = asRecord(await callApi(openOwnerClient(invocation), { method: 'POST', path, body }));
			printRecord(invocation, record, `Created ${title} ${String(record[identifierField])}.`);
			return 0;
		},
	};
}

function createShowCommand({ noun, title, path, identifier, examples }: Resource): Command {
	return {
		path: `${noun} show`,
		summary: `Show one ${title}.`,
		arguments: [identifier],
		options: ownerOptions,
		examples: [`vitrine ${noun} show ${examples.identifier}`],
		async run(invocation) {
			const [id = ''] = invocation.arguments;
			const request = { method: 'GET', path: toMemberPath(path, id) } as const;
			printRecord(invocation, asRecord(await callApi(openOwnerClient(invocation), request, `${title} ${id}`)));
			return 0;
		},
	};
}

function createUpdateCommand({ noun, title, path, fields, identifier, examples }: Resource): Command {
	return {
		path: `${noun} update`,
		summary: `Change a ${title}; fields that are not given keep their values.`,
		arguments: [identifier],
		options: { ...toFieldOptions(fields), ...ownerOptions },
		examples: [`vitrine ${noun} update ${examples.identifier} ${examples.update}`],
		async run(invocation) {
			const [id = ''] = invocation.arguments;
			const request = {
				method: 'PATCH',
				path: toMemberPath(path, id),
				body: readChangedFields(invocation, fields),
			} as const;
			const record = asRecord(await callApi(openOwnerClient(invocation), request, `${title} ${id}`));
			printRecord(invocation, record, `Changed ${title} ${id}.`);
			return 0;
		},
	};
}

function createDeleteCommand({ noun, title, path, identifier, loss, examples }: Resource): Command {
	const hint = loss === undefined ? '' : ' --yes';
	return {
		path: `${noun} delete`,
		summary: `Delete a ${title}${loss === undefined ? '' : ` with ${loss}`}.`,
		arguments: [identifier],
		options: { ...(loss === undefined ? {} : { yes: yesOption }), ...ownerOptions },
		examples: [`vitrine ${noun} delete ${examples.identifier}${hint}`],
		async run(invocation) {
			const [id = ''] = invocation.arguments;
			if (loss !== undefined) requireYes(invocation, `${title} ${id} with ${loss}`);
			const request = { method: 'DELETE', path: toMemberPath(path, id) } as const;
			await callApi(openOwnerClient(invocation), request, `${title} ${id}`);
			printDone(invocation, { deleted: id }, `Deleted ${title} ${id}.`);
			return 0;
		},
	};
}

/**
 * Refuses a deletion without `--yes`. With `--json` the caller is a program, which needs no confirmation. @throws
 * {CommandError}
 */
export function requireYes({ options, isJson }: Invocation, what: string): void {
	if (options.get('yes') !== 'true' && !isJson) {
		throw misused(`this deletes ${what} for good`, 'repeat it with --yes if that is meant');
	}
}

/** @throws {CommandError} for an identifier that would change the path. */
export function toMemberPath(path: string, identifier: string): string {
	if (/^\.{0,2}$/.test(identifier)) throw misused(`"${identifier}" is not an identifier`);
	return `${path}/${encodeURIComponent(identifier)}`;
}
