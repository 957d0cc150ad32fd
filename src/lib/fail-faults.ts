import { type Failure, type Fault, fail } from './failure.ts';

/** A fault of one field as a list; empty when there is no `reason`. */
export function toFaults(field: string, reason: string | undefined): Fault[] {
	return reason === undefined ? [] : [{ name: field, fields: [field], reason }];
}

/** The same faults of what is at `path` in a larger value. */
export function nestFaults(path: string, faults: readonly Fault[]): Fault[] {
	const nest = (field: string) => `${path}.${field}`;
	return faults.map((fault) => ({ ...fault, name: nest(fault.name), fields: fault.fields.map(nest) }));
}

/** A failed result of code `invalid` with all faults (≥ 1); its message is the first of them. */
export function failFaults(faults: readonly Fault[]): { ok: false; failure: Failure } {
	const [first] = faults;
	return fail('invalid', { message: `${first?.name} ${first?.reason}`, faults });
}
