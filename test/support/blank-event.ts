import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import { unknownClient } from '../../src/domain/event/shopper-event.ts';

/** A logged event of which nothing is known; tests derive theirs from it. */
export const blankEvent: Omit<LoggedEvent, 'position' | 'kind' | 'hashid'> = {
	...unknownClient,
	...{ item: null, shown: [], sessionId: null, userId: null, widgetId: null, occurredAtMs: 0 },
	...{ amount: 1, price: null, text: null, hitCount: null, hits: [], firstRank: 1, rank: null, queryId: null },
	...{ search: null, targetId: null, customResultsId: null, currency: null, lines: [], hasInit: null },
	...{ url: null, pageType: null },
};
