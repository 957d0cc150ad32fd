/** Whether both are the same JSON, with members in the same order. */
export function isSame(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
