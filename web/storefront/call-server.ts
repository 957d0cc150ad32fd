/** What the calls of elements have in common: made as any page of the shop may make them, without a key or cookies. */

/** An element, and what its attributes say. */
export interface Caller {
	readonly host: HTMLElement;
	/** The server's address, with a slash at its end. */
	readonly server: string;
	/** The hashid of the search engine; empty where a widget decides. */
	readonly engine: string;
}

/** The attribute `user-id`, under its name in requests. */
export function readUser(host: Element): { readonly user_id?: string } {
	const user = host.getAttribute('user-id');
	return user ? { user_id: user.slice(0, 36) } : {};
}

export function asJson(method: string, body: object): RequestInit {
	return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), credentials: 'omit' };
}

/** An answer that takes longer is given up. */
const answerMsMax = 8_000;

export function withTimeout(signal: AbortSignal): AbortSignal {
	return AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]);
}

/** @throws {Error} with status and text of a refusal */
export async function readAnswer<T>(response: Response): Promise<T> {
	if (response.ok) return response.json();
	throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`);
}
