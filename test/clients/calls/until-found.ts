/** Searches again until what was written is found. It is copied beside the calls, and compiled with them. */
export async function untilFound<T extends { readonly total_found: number }>(search: () => Promise<T>): Promise<T> {
	for (;;) {
		const found = await search();
		if (found.total_found > 0) return found;
	}
}
