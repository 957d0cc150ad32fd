import { type Failure, type Fault, fail } from './failure.ts';

/** A fault of one field as a list; empty when there is no `reason`. */
export function toFaults(field: string, reason: string | undefined): Fault[] {
	return reason === undefined ? [] : [{ name: field, fields: [field], reason }];
}

/** A failed result of code `invalid` with all faults (≥ 1); its message is the first of them. */
export function failFaults(faults: readonly Fault[]): { ok: false; failure: Failure } {
	const [first] = faults;
	return fail('invalid', { message: `${first?.name} ${first?.reason}`, faults });
}
