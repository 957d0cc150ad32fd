/** What the API of the dashboard refuses, in the form of docs/admin-api.md. */

/** What is wrong with a field of the request; its name is a path such as `blocked_ips.0`. */
export interface FieldProblem {
	readonly name: string;
	readonly reason: string;
}

export class ApiError extends Error {
	readonly status: number;
	/** Such as `bad_params`; `unknown` for an answer that is not the server's. */
	readonly code: string;
	readonly problems: readonly FieldProblem[];

	constructor({ status, code, message, problems }: Omit<ApiError, 'name'>) {
		super(message);
		this.name = 'ApiError';
		this.status = status;
		this.code = code;
		this.problems = problems;
	}
}

/** The server was not reached: the call may be made again, and may have been done already. */
export class ConnectionError extends Error {
	constructor(cause: unknown) {
		super('the server was not reached', { cause });
		this.name = 'ConnectionError';
	}
}

interface ErrorBody {
	readonly error?: {
		readonly code?: string;
		readonly message?: string;
		readonly details?: readonly { readonly name?: string; readonly reason?: string }[];
	};
}

export async function toApiError(response: Response): Promise<ApiError> {
	const text = await response.text();
	const body = parseBody(text);
	const { code = 'unknown', message = text.slice(0, 300) || response.statusText, details = [] } = body.error ?? {};
	const problems = details.map(({ name = '', reason = '' }) => ({ name, reason }));
	return new ApiError({ status: response.status, code, message, problems });
}

function parseBody(text: string): ErrorBody {
	try {
		return JSON.parse(text) ?? {};
	} catch {
		return {};
	}
}
