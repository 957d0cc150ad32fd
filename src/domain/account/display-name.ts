/** Rules for the names of accounts, users, keys, stores and widgets, and for e-mail addresses. */
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';

/** In Unicode code points. */
export const displayNameLengthMax = 200;
export const emailLengthMax = 254;

/**
 * @returns what is wrong with the name, or undefined. Any script is allowed; control characters and blank names are
 * not.
 */
export function findNameProblem(name: string): string | undefined {
	if (name.trim() === '') return 'must not be blank';
	// The first check avoids counting the code points of a huge text.
	if (name.length > 2 * displayNameLengthMax || [...name].length > displayNameLengthMax) {
		return `length must be less than or equal to ${displayNameLengthMax}`;
	}
	if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'must not contain control characters';
	return undefined;
}

/**
 * @returns what is wrong with the address, or undefined. Deliberately lenient: nothing is sent to it, and spelling
 * cannot tell whether an address exists.
 */
export function findEmailProblem(email: string): string | undefined {
	if (email.length > emailLengthMax) return `length must be less than or equal to ${emailLengthMax}`;
	if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) || !email.isWellFormed()) return 'must be an e-mail address';
	return undefined;
}

/** The problem of a name as a list of faults; empty for a field that is absent. */
export function findNameFaults(field: string, name: string | undefined): Fault[] {
	return toFaults(field, name === undefined ? undefined : findNameProblem(name));
}

/** The same for an e-mail address; null says that there is none. */
export function findEmailFaults(field: string, email: string | null | undefined): Fault[] {
	return toFaults(field, email === undefined || email === null ? undefined : findEmailProblem(email));
}

/** By which users are found, whatever the case of the letters; null for null. */
export function toEmailKey<T extends string | null>(email: T): T;
export function toEmailKey(email: string | null): string | null {
	return email === null ? null : email.normalize('NFC').toLowerCase();
}
