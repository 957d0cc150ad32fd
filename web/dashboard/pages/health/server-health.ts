/** As `GET /dashboard/api/health` says it. */
import type { english } from '../../texts/en/index.ts';

type Texts = typeof english.health;

export interface ServerHealth {
	readonly version: string;
	/** Version of Node.js. */
	readonly node: string;
	readonly store: keyof Texts['stores'];
	readonly zone: string;
	readonly uptime_seconds: number;
	readonly threads: readonly ThreadHealth[];
	readonly memory: { readonly used_bytes: number; readonly limit_bytes: number };
	readonly disk: { readonly free_bytes: number; readonly total_bytes: number; readonly store_bytes: number | null };
	readonly followers: readonly FollowerHealth[];
	/** Empty with SQLite; null when the database does not answer. */
	readonly nodes: readonly NodeHealth[] | null;
	readonly indexes: readonly IndexHealth[];
	readonly indexes_left_out: number;
}

export interface ThreadHealth {
	readonly name: keyof Texts['threadNames'];
	/** 0 … 1 */
	readonly busy: number;
	readonly heap_bytes: number | null;
}

export interface FollowerHealth {
	readonly name: keyof Texts['followerNames'];
	readonly behind: number | null;
	readonly seconds_behind: number | null;
}

export interface NodeHealth {
	readonly id: string;
	/** Whether it has answered. */
	readonly self: boolean;
	readonly version: string;
	readonly state: 'serving' | 'draining' | 'gone';
	readonly alive: boolean;
	readonly seconds_since_seen: number;
	readonly started_at: string;
	readonly followers: readonly FollowerHealth[];
	/** A newer server may have others than those with a name here. */
	readonly jobs: readonly (keyof Texts['jobNames'] | (string & {}))[];
}

export interface IndexHealth {
	readonly hashid: string;
	readonly search_engine: string;
	readonly index: string;
	readonly state: keyof Texts['states'];
	readonly items: number;
	readonly writes_behind: number;
	readonly segments: number;
	readonly bytes: number;
}
