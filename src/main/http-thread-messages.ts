/** The messages between the main thread and the other HTTP threads. */
import type { MessagePort } from 'node:worker_threads';
import type { ServerKeys } from '../adapters/crypto/server-keys.ts';
import type { MetricsPart } from '../adapters/metrics/prometheus-metrics.ts';
import type { Spent } from '../adapters/rate-limiter/spent-tokens.ts';
import type { ServerState } from '../domain/health/server-state.ts';
import type { ZoneName } from '../domain/zone/zone.ts';
import type { BrowserFile } from '../ports/browser-files.ts';
import type { Settings } from './settings/settings.ts';
import type { FollowerName, ZoneLink } from './zone-link.ts';

export interface HttpThreadData {
	/** Starts at 2: the main thread is the first. */
	readonly threadNumber: number;
	readonly settings: Settings;
	readonly serverKeys: ServerKeys;
	readonly operatorToken: string;
	readonly zones: readonly [ZoneLink, ...ZoneLink[]];
}

export type ToHttpThread =
	| { readonly kind: 'follower'; readonly zone: ZoneName; readonly name: FollowerName; readonly port: MessagePort }
	/** On the port that the main thread listens on. */
	| { readonly kind: 'listen'; readonly port: number }
	| { readonly kind: 'count'; readonly callId: number }
	/** The answer to `read-metrics`. */
	| { readonly kind: 'metrics'; readonly callId: number; readonly text: string }
	/** The answer to `read-browser-files`; without files, they could not be bundled. */
	| { readonly kind: 'browser-files'; readonly callId: number; readonly files: readonly BrowserFile[] | undefined }
	/** The answer to `read-state`; without a state, it could not be read. */
	| { readonly kind: 'state'; readonly callId: number; readonly state: ServerState | undefined }
	/** Finishes the requests that are being answered, then ends. */
	| { readonly kind: 'stop' };

export type FromHttpThread =
	| { readonly kind: 'listening' }
	/** The answer to `count`. */
	| { readonly kind: 'counted'; readonly callId: number; readonly part: MetricsPart }
	/** A client requested the metrics of all threads from this one. */
	| { readonly kind: 'read-metrics'; readonly callId: number }
	| { readonly kind: 'read-state'; readonly callId: number; readonly zone: ZoneName }
	/** The main thread bundles them for all. */
	| { readonly kind: 'read-browser-files'; readonly callId: number }
	/** What it has spent of rate limits that count on several nodes. */
	| { readonly kind: 'spent'; readonly spent: Spent }
	/** For the log of the process. */
	| { readonly kind: 'log'; readonly line: string };
