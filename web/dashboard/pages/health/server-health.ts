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
