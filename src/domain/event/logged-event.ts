import type { Position } from '../log/position.ts';
import type { SearchSource } from '../query/search-source.ts';
import type {
	EventClient,
	EventItem,
	EventKind,
	PackedHits,
	ReplacedLine,
	SearchAction,
	TeamDraft,
	UnitPrice,
} from './shopper-event.ts';

/** An event as followers read it from the log. */
export interface LoggedEvent extends EventClient {
	/** Its position in the zone's log. */
	readonly position: Position;
	readonly kind: EventKind;
	readonly hashid: string;
	readonly item: EventItem | null;
	/** For impressions, what the widget showed, in order; otherwise empty. */
	readonly shown: readonly EventItem[];
	readonly sessionId: string | null;
	readonly userId: string | null;
	readonly widgetId: string | null;
	readonly occurredAtMs: number;
	/** For carts and purchases; 1 and null for other kinds. The price is null when none was given. */
	readonly amount: number;
	readonly price: UnitPrice | null;
	/** Of the prices; null: that of the search engine. */
	readonly currency: string | null;
	/** What a cart was replaced by; otherwise empty. */
	readonly lines: readonly ReplacedLine[];
	/** Of a checkout: whether the session had begun with an `init`; null when the shop does not say. */
	readonly hasInit: boolean | null;
	/** Of a visit: the page, without query and fragment, and its kind in the shop's own terms. */
	readonly url: string | null;
	readonly pageType: string | null;
	/** For searches, and for clicks that give the search text. */
	readonly text: string | null;
	/** For searches. */
	readonly hitCount: number | null;
	/** What a search answered with, from the rank of its first hit, which counts from 1; otherwise empty. */
	readonly hits: PackedHits;
	readonly firstRank: number;
	/** Of a search whose hits two rankings contributed; otherwise absent. */
	readonly draft?: TeamDraft;
	/** The rank at which a click found its item, counted from 1; null when unknown. */
	readonly rank: number | null;
	/** Of a search, its own; otherwise that of the search it names, which may not exist; null when it names none. */
	readonly queryId: string | null;
	/** What was asked; null unless it is a search. */
	readonly search: LoggedSearch | null;
	/** The redirection that was followed, or the image that was clicked, by the shop's own number. */
	readonly targetId: number | null;
	/** The custom results that a click was on. */
	readonly customResultsId: string | null;
}

export interface LoggedSearch extends Pick<SearchAction, 'queryName' | 'indexNames' | 'page' | 'filters'> {
	readonly source: SearchSource;
	/** The fields of the facets that the request named. */
	readonly facetNames: readonly string[];
	/** Whether words that no item has were corrected. */
	readonly isCorrected: boolean;
}
