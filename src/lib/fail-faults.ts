import { type Failure, type Fault, fail } from './failure.ts';

/** A fault of one field, as a list of one; an empty list when there is no `reason`. */
export function toFaults(field: string, reason: string | undefined): Fault[] {
	return reason === undefined ? [] : [{ name: field, fields: [field], reason }];
}

/** A failed result of code `invalid` that carries all the faults (≥ 1) and says the first of them in its message. */
export function failFaults(faults: readonly Fault[]): { ok: false; failure: Failure } {
	const [first] = faults;
	return fail('invalid', { message: `${first?.name} ${first?.reason}`, faults });
}
