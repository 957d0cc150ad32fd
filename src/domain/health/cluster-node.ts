/** The processes that have one database open, as they last said of themselves. */
import type { FollowerState } from './follower-state.ts';

/** `gone`: stopped in good order. One that was killed remains as it was, and is not seen any more. */
export const nodeStates = ['serving', 'draining', 'gone'] as const;
export type NodeState = (typeof nodeStates)[number];

export interface ClusterNode {
	readonly id: string;
	/** Whether it is the process that was asked. */
	readonly isSelf: boolean;
	readonly version: string;
	readonly state: NodeState;
	/** By the database's clock. */
	readonly startedAtMs: number;
	readonly seenMsAgo: number;
	/** Whether it was seen recently, and has not stopped. */
	readonly isAlive: boolean;
	/** Those that each node has for itself. */
	readonly followers: readonly FollowerState[];
	/** The jobs whose leases it holds. */
	readonly jobs: readonly string[];
}

/** `instance` is different for each process that ever was. */
export interface NodeIdentity {
	readonly id: string;
	readonly instance: string;
}

export interface NodeClaim extends NodeIdentity {
	/** The machine and the data directory: where nobody else can run under the same id. */
	readonly home: string;
	readonly version: string;
	readonly serverKeys: string;
}

/** What a node says of itself. */
export interface NodeReport extends Pick<ClusterNode, 'state' | 'followers'> {
	/** Fingerprints of the server keys that it knows, with blanks between them; the one that seals comes first. */
	readonly serverKeys: string;
}
