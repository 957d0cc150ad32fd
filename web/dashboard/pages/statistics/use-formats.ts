/** The values of a report as the page writes them. */
import { createPriceFormat } from '../../../ui/price.ts';
import { callApi } from '../../shell/call-api.ts';
import { type Engine, useEngines } from '../../shell/engines.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { Question } from './question.ts';
import type { ReportColumn } from './report-columns.ts';
import { type ReportPath, reports } from './reports.ts';

/** A range of a facet. */
interface ValueRange {
	readonly gte?: string;
	readonly lte?: string;
}

export interface Formats {
	/** Empty for a text that is not there. */
	toText(column: ReportColumn, value: unknown): string;
	/** With its sign. */
	toChange(column: ReportColumn, difference: number): string;
	/** At the axis of a chart. */
	toShortDay(timeMs: number): string;
}

export interface FormatsOptions {
	readonly path: ReportPath;
	readonly engine: Engine;
	readonly question: Question;
}

export function useFormats({ path, engine, question }: FormatsOptions): Formats {
	const { texts, fill, number, percent, date, language } = useLocale();
	const { value: engines = [] } = useEngines();
	const widgetNames = useWidgetNames(path);
	const counted = question.scope === 'one' ? [engine] : engines;
	const currencies = new Set(counted.map(({ currency }) => currency ?? undefined));
	const price = createPriceFormat(language, currencies.size === 1 ? [...currencies][0] : undefined);
	const { timeZone } = question;
	const { statistics } = texts;
	const signed = { signDisplay: 'exceptZero' } as const;

	function toValue(value: string | ValueRange): string {
		if (typeof value === 'string') return value;
		const { gte: from = '', lte: to = '' } = value;
		if (from && to) return fill(statistics.between, { from, to });
		return from ? fill(statistics.from_value, { from }) : fill(statistics.to_value, { to });
	}
	const byKind: Readonly<Partial<Record<ReportColumn['kind'], (value: never) => string>>> = {
		day: (timeMs: number) => date(timeMs, { dateStyle: 'medium', timeZone }),
		count: (count: number) => number(count),
		position: (rank: number) => number(rank),
		change: (count: number) => number(count, signed),
		money: (amount: number) => price(amount),
		rate: (share: number) => percent(share),
		growth: (share: number) => number(share, { ...signed, style: 'percent', maximumFractionDigits: 1 }),
		number: (value: number) => number(value, { maximumFractionDigits: 2 }),
		query: (text: string) => text || statistics.emptyQuery,
		value: toValue,
		list: (values: readonly string[]) => values.join(' › '),
		queries: (values: readonly { query: string; count: number }[]) =>
			values.map(({ query, count }) => `${query || statistics.emptyQuery} (${number(count)})`).join(', '),
		found: (isWith: boolean) => (isWith ? statistics.withSearch : statistics.withoutSearch),
		origin: (code: string) => (statistics.values as Readonly<Record<string, string>>)[code] ?? code,
		widget: (id: string) => widgetNames.get(id) ?? id,
		engine: (hashid: string) => engines.find((each) => each.hashid === hashid)?.name ?? hashid,
	};
	return {
		toText({ kind }, value) {
			if (value === null) return '–';
			if (value === undefined) return '';
			return byKind[kind]?.(value as never) ?? String(value);
		},
		toChange({ kind }, difference) {
			if (kind === 'rate') return number(difference, { ...signed, style: 'percent', maximumFractionDigits: 1 });
			const text = kind === 'money' ? price(Math.abs(difference)) : number(Math.abs(difference));
			return difference > 0 ? `+${text}` : difference < 0 ? `−${text}` : text;
		},
		toShortDay: (timeMs) => date(timeMs, { day: 'numeric', month: 'short', timeZone }),
	};
}

/** Names of widgets by id, for whoever may see them. */
function useWidgetNames(path: ReportPath): ReadonlyMap<string, string> {
	const { session } = useSession();
	const isWanted = reports[path].columns.some(({ kind }) => kind === 'widget') && mayRead(session, 'recommendations');
	const { value = [] } = useLoaded(
		(signal) => callApi<readonly { id: string; name: string }[]>('/widgets', { signal }),
		isWanted ? 'widgets' : undefined,
	);
	return new Map(value.map(({ id, name }) => [id, name]));
}
