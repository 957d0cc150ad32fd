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

/** @throws {Error} with status and text of a refusal, and `retryMs` as of `toRetryMs` */
export async function readAnswer<T>(response: Response): Promise<T> {
	const { ok, status, headers } = response;
	if (ok) return response.json();
	const retryMs = status === 429 || status > 501 ? Number(headers.get('retry-after') ?? 1) * 1_000 : -1;
	throw Object.assign(new Error(`${status} ${(await response.text()).slice(0, 200)}`), { retryMs });
}

/** Whoever has waited longer has gone on. */
const retryMsMax = 30_000;

/** How long to wait before the same is asked once more; negative: it would fail again, or too late. */
export function toRetryMs(failure: unknown): number {
	const { retryMs = 1_000 } = failure as { readonly retryMs?: number };
	// Pages that were refused together do not come back together.
	return retryMs <= retryMsMax ? retryMs * (1 + Math.random() / 2) : -1;
}
