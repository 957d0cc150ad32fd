import { strict as assert } from 'node:assert';
import type { Position } from '../../domain/log/position.ts';

/** The serial in a position of a store whose commits are in the order of one sequence. */
export function toSerial(position: Position): number {
	const serial = Number(position);
	assert(Number.isSafeInteger(serial) && serial >= 0, `${position} is not a position of this store`);
	return serial;
}
