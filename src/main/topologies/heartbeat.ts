/** Tells the other nodes of a database, through it, that this one is alive, and how far it is. */
import type { ClusterNode, NodeIdentity, NodeReport, NodeState } from '../../domain/health/cluster-node.ts';
import type { FollowerState } from '../../domain/health/follower-state.ts';
import { startBackgroundLoop } from '../../lib/background-loop.ts';
import type { Cluster } from './topology.ts';

export interface NodeJournal {
	/** @returns false when the node was forgotten, or another process has its place. */
	beat(identity: NodeIdentity, report: NodeReport): Promise<boolean>;
	list(identity: NodeIdentity): Promise<readonly ClusterNode[]>;
	countLiving(): Promise<number>;
}

export interface HeartbeatOptions {
	readonly node: NodeIdentity;
	readonly onTrouble: (error: unknown) => void;
	/** As `NodeReport` has them. */
	readonly describeKeys: () => string;
	/** Called once; nothing is told any more. */
	readonly onReplaced: (error: Error) => void;
}

const beatIntervalMs = 2_000;
/** No other process has the right to speak for this one. */
const ownRight = { hold: async () => 1, release: async () => undefined };

export function startHeartbeat(
	nodes: NodeJournal,
	{ node, onTrouble, describeKeys, onReplaced }: HeartbeatOptions,
): Cluster & { stop(): Promise<void> } {
	let state: NodeState = 'serving';
	let readFollowers: () => Promise<readonly FollowerState[]> = async () => [];
	let isReplaced = false;

	async function beat(): Promise<void> {
		const followers = state === 'serving' ? await readFollowers() : [];
		if (isReplaced || (await nodes.beat(node, { state, followers, serverKeys: describeKeys() }))) return;
		isReplaced = true;
		onReplaced(
			new Error(
				'this node was away for too long, or another process runs with a copy of its data directory: start it again',
			),
		);
	}

	const loop = startBackgroundLoop({
		step: () => beat().then(() => false),
		...{ lease: ownRight, busyPauseMs: 0, idlePauseMs: beatIntervalMs, onFailure: onTrouble },
	});
	return {
		list: () => nodes.list(node),
		countLiving: nodes.countLiving,
		report(read) {
			readFollowers = read;
		},
		async drain() {
			state = 'draining';
			await beat().catch(onTrouble);
		},
		async stop() {
			await loop.stop();
			state = 'gone';
			await beat().catch(onTrouble);
		},
	};
}
