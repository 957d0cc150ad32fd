/** The columns of reports: what their values are, and under which title they stand. */
import type { english } from '../../texts/en/index.ts';

export type ColumnTitle = keyof typeof english.statistics.columns;

/**
 * How a value is shown, and whether it is a number.
 *
 *     day       when a day begins, in ms          rate      a share from 0 to 1, or null
 *     count     a whole number                    number    with decimals, or null
 *     change    a whole number with its sign      growth    a rate with its sign
 *     money     in the engine's currency          value     of a facet: a text, or a range
 *     list      several texts                     queries   several queries with their counts
 *     position  a rank, from 1
 *     found     whether a session searched        origin    what was clicked last
 */
export type ColumnKind =
	| 'day'
	| 'count'
	| 'change'
	| 'money'
	| 'rate'
	| 'growth'
	| 'number'
	| 'position'
	| 'text'
	| 'query'
	| 'item'
	| 'link'
	| 'value'
	| 'list'
	| 'queries'
	| 'found'
	| 'origin'
	| 'widget'
	| 'engine';

export interface ReportColumn {
	/** The member of the row. */
	readonly name: string;
	readonly kind: ColumnKind;
	readonly title: ColumnTitle;
}

const countedKinds: readonly ColumnKind[] = ['count', 'change', 'money', 'rate', 'growth', 'number', 'queries'];

/** What may differ from one period to another, and not what the row is about. */
export function isCounted({ kind }: ReportColumn): boolean {
	return countedKinds.includes(kind);
}

export function isNumber(column: ReportColumn): boolean {
	return column.kind === 'position' || (isCounted(column) && column.kind !== 'queries');
}

/** @param name of the member, which is the title, too, unless there is another */
export function column(kind: ColumnKind, name: string, title = name as ColumnTitle): ReportColumn {
	return { kind, name, title };
}

export const engineColumn = column('engine', 'hashid', 'engine');
const day = column('day', 'timestamp', 'day');
export const dfid = column('item', 'dfid', 'item');

export const countColumn = (title: ColumnTitle) => column('count', 'count', title);
export const dayColumns = (title: ColumnTitle) => [day, countColumn(title)];
export const queryColumns = (title: ColumnTitle) => [column('query', 'query'), countColumn(title)];
export const facetColumns = [column('text', 'facet'), countColumn('searches'), day];
export const facetDayColumns = [day, column('text', 'facet'), countColumn('searches')];
export const titleColumn = column('text', 'title');
/** Stand behind the numbers of the item. */
export const itemColumns = [column('link', 'link'), dfid];
export const shownColumns = [column('count', 'displays'), column('count', 'clicks')];
/** Of an item. */
export const seenColumns = [
	column('count', 'impressions'),
	column('count', 'clicks'),
	column('rate', 'click_through_rate', 'click_rate'),
];

/** What was bought after clicks. */
export const salesColumns = [
	column('count', 'carts'),
	column('count', 'purchases'),
	column('count', 'units'),
	column('money', 'revenue'),
	column('rate', 'cart_rate'),
	column('rate', 'conversion_rate'),
	column('rate', 'purchase_share'),
	column('rate', 'revenue_share'),
];
export const widgetColumns = [
	column('widget', 'widget_id', 'widget'),
	...[...shownColumns, column('rate', 'click_rate'), ...salesColumns],
];
