/** The storage of the shop's origin. Where a browser forbids it, every call throws, and the page goes on as if there were none. */

/** Undefined where nothing is stored, or nothing that can be read. */
export function readStored(key: string): unknown {
	try {
		return JSON.parse(localStorage.getItem(key) ?? 'null');
	} catch {
		return undefined;
	}
}

export function store(key: string, value: unknown): void {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		return;
	}
}

export function removeStored(key: string): void {
	try {
		localStorage.removeItem(key);
	} catch {
		return;
	}
}
