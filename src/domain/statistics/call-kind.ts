/** Calls of the APIs as they are counted, by search engine and day. */
export const callKinds = ['management', 'statistics', 'search', 'suggestion', 'recommendation', 'event'] as const;
export type CallKind = (typeof callKinds)[number];

export interface CallCount {
	readonly hashid: string;
	/** In UTC, as `utc-day.ts` counts them. */
	readonly day: number;
	readonly kind: CallKind;
	readonly callCount: number;
}
