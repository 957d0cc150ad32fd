/** The server key cannot be exchanged now; the message says why and what to do. */
export class RotationError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'RotationError';
	}
}

export interface RotationResult {
	/** Undefined when a server did it. */
	readonly sealedCount: number | undefined;
	/** One sentence for the operator. */
	readonly nextStep: string;
}
