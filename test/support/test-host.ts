/** Where a test starts a program: on this machine, or on one of a network of its own. */
export interface TestHost {
	readonly address: string;
	/** Words before a program, which they become there. */
	readonly launcher: readonly string[];
}

export const thisHost: TestHost = { address: '127.0.0.1', launcher: [] };
