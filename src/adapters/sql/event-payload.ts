/** The facts of an event that have no column, as JSON. Whatever is unknown is left out, as in events from before it was recorded. */
import type { DeviceClass } from '../../domain/event/device-class.ts';
import type { EventLocation } from '../../domain/event/event-location.ts';
import type { LoggedSearch } from '../../domain/event/logged-event.ts';
import type {
	EventClient,
	EventItem,
	PackedHits,
	ReplacedLine,
	ShopperAction,
	ShopperEvent,
	TeamDraft,
	UnitPrice,
} from '../../domain/event/shopper-event.ts';
import type { Filter } from '../../domain/query/filter.ts';
import type { QueryName } from '../../domain/query/index-query.ts';
import type { SearchSource } from '../../domain/query/search-source.ts';

/** Facts that events of any kind may have. */
interface CommonFacts {
	readonly queryId?: string;
	readonly device?: DeviceClass;
	readonly location?: EventLocation;
}

/** What of an action has a column. */
export type ColumnDetails = EventItem & { readonly widgetId: string | null };

/** Cart events are the most frequent that must be on disk at once, so theirs is the fastest path. */
export function toPayload({ action, queryId, device, location }: ShopperEvent): string {
	const common = { queryId, device: device ?? undefined, location: location ?? undefined };
	if (action.kind === 'cart') {
		const { title, amount, price } = action;
		return JSON.stringify({ title, amount, price, ...common });
	}
	const {
		kind: _,
		indexName: _name,
		itemKey: _key,
		widgetId: _widget,
		...details
	} = action as ShopperAction & Partial<ColumnDetails>;
	return JSON.stringify({ ...details, ...common });
}

interface ParsedPayload {
	/** As members of an event. */
	readonly common: Pick<ShopperEvent, 'queryId'> & Pick<EventClient, 'device' | 'location'>;
	/** As members of its action. */
	readonly details: object;
}

export function parsePayload(payload: string): ParsedPayload {
	const { queryId, device = null, location = null, ...details } = JSON.parse(payload) as CommonFacts;
	return { common: { ...(queryId !== undefined && { queryId }), device, location }, details };
}

/** The facts of any kind that followers need, as they are written. */
interface WrittenFacts extends CommonFacts {
	readonly shown?: readonly EventItem[];
	readonly amount?: number;
	readonly price?: UnitPrice | null;
	readonly currency?: string;
	readonly lines?: readonly ReplacedLine[];
	readonly hasInit?: boolean;
	readonly url?: string | null;
	readonly pageType?: string | null;
	readonly text?: string | null;
	readonly hitCount?: number;
	readonly firstRank?: number;
	readonly hits?: PackedHits;
	readonly draft?: TeamDraft;
	readonly position?: number | null;
	readonly targetId?: number;
	readonly customResultsId?: string | null;
	readonly queryName?: QueryName;
	readonly indexNames?: readonly string[];
	readonly page?: number;
	readonly filters?: readonly Filter[];
	readonly source?: SearchSource;
	readonly facetNames?: readonly string[];
	readonly isCorrected?: boolean;
}

const emptyPayload = '{}';
const nothing: readonly never[] = [];

/** The facts of an event in the log that have no column. */
export function readLoggedFacts(payload: string, kind: string) {
	return payload === emptyPayload ? noFacts : toLoggedFacts(JSON.parse(payload), kind);
}

function toLoggedFacts(facts: WrittenFacts, kind: string) {
	const { shown = nothing, hits = nothing, firstRank = 1, draft, text = null, hitCount = null } = facts;
	const { amount = 1, price = null, currency = null, lines = nothing, hasInit = null } = facts;
	const { position: rank = null, targetId = null, customResultsId = null, url = null, pageType = null } = facts;
	const { queryId = null, device = null, location = null } = facts;
	const search = kind === 'search' ? toLoggedSearch(facts) : null;
	// One literal: spreading objects would take several times as long, for each event and each follower.
	const logged = {
		shown,
		hits,
		firstRank,
		text,
		hitCount,
		search,
		amount,
		price,
		currency,
		lines,
		hasInit,
		rank,
		targetId,
		customResultsId,
		url,
		pageType,
		queryId,
		device,
		location,
	};
	return draft === undefined ? logged : { ...logged, draft };
}

function toLoggedSearch(facts: WrittenFacts): LoggedSearch {
	const { queryName = 'match_and', indexNames = nothing, page = 1, filters = nothing } = facts;
	const { source = 'text', facetNames = nothing, isCorrected = false } = facts;
	return { queryName, indexNames, page, filters, source, facetNames, isCorrected };
}

const noFacts = toLoggedFacts({}, 'view');
