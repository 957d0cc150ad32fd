/** What is searched most, what is searched in vain, and what earns most: the first rows of three reports. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { createPriceFormat } from '../../../ui/price.ts';
import { callApi } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink } from '../../shell/router.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';

export interface ShortListsProps {
	readonly engine: Engine;
	/** What reports are asked for: period and device. */
	readonly question: Readonly<Record<string, string | undefined>>;
}

const rowsMax = 7;

export const ShortLists: FunctionComponent<ShortListsProps> = (props) => {
	const { texts } = useLocale();
	const { topSearches, topSearchesHint, emptySearches, emptySearchesHint } = texts.overview;
	return (
		<div class="short-lists">
			<QueryList {...props} title={topSearches} hint={topSearchesHint} query={{}} />
			<QueryList {...props} title={emptySearches} hint={emptySearchesHint} query={{ no_results: 'true' }} />
			<ProductList {...props} />
		</div>
	);
};

interface QueryListProps extends ShortListsProps {
	readonly title: string;
	/** In the place of an empty list. */
	readonly hint: string;
	readonly query: Readonly<Record<string, string>>;
}

interface QueryRow {
	readonly query: string;
	readonly count: number;
}

const QueryList: FunctionComponent<QueryListProps> = ({ engine, question, title, hint, query }) => {
	const { texts, number } = useLocale();
	const { session } = useSession();
	const rows = useReport<QueryRow>('searches/top', engine, { ...question, ...query });
	const hasPreview = mayRead(session, 'search_settings');
	return (
		<ListCard title={title} report="searches/top" question={{ ...question, ...query }}>
			<WhenLoaded loaded={rows} area="statistics">
				{(list) => (
					<Rows hint={hint} count={list.length}>
						{list.map((row) => (
							<li key={row.query}>
								<span class="truncate" dir="auto">
									{hasPreview && row.query !== '' ? (
										<PageLink to="preview" query={{ engine: engine.hashid, query: row.query }}>
											{row.query}
										</PageLink>
									) : (
										row.query || texts.overview.withoutText
									)}
								</span>
								<span class="number">{number(row.count)}</span>
							</li>
						))}
					</Rows>
				)}
			</WhenLoaded>
		</ListCard>
	);
};

interface ItemRow {
	readonly dfid: string;
	readonly title: string;
	readonly clicks: number;
	readonly revenue: number;
}

const ProductList: FunctionComponent<ShortListsProps> = ({ engine, question }) => {
	const { texts, fillCount, language } = useLocale();
	const formatPrice = createPriceFormat(language, engine.currency ?? undefined);
	const rows = useReport<ItemRow>('conversions/items', engine, question);
	return (
		<ListCard title={texts.overview.topProducts} report="conversions/items" question={question}>
			<WhenLoaded loaded={rows} area="statistics">
				{(list) => (
					<Rows hint={texts.overview.topProductsHint} count={list.length}>
						{list.map(({ dfid, title, clicks, revenue }) => (
							<li key={dfid}>
								<span class="truncate" dir="auto">
									{title || dfid}
								</span>
								<span class="number">
									{revenue > 0 ? formatPrice(revenue) : fillCount(texts.overview.clickCount, clicks)}
								</span>
							</li>
						))}
					</Rows>
				)}
			</WhenLoaded>
		</ListCard>
	);
};

function useReport<Row>(path: string, { hashid }: Engine, question: ShortListsProps['question']) {
	const query = { hashid, ...question, limit: rowsMax };
	return useLoaded(
		async (signal) =>
			(await callApi<{ readonly results: readonly Row[] }>(`/stats/${path}`, { query, signal })).results,
		`${path} ${JSON.stringify(query)}`,
	);
}

interface ListCardProps {
	readonly title: string;
	/** The path of the whole report. */
	readonly report: string;
	readonly question: ShortListsProps['question'];
	readonly children: ComponentChildren;
}

const ListCard: FunctionComponent<ListCardProps> = ({ title, report, question, children }) => {
	const { texts } = useLocale();
	const id = useId();
	return (
		<section class="card stack tight short-list" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			{children}
			<PageLink to={`statistics/${report}`} query={{ period: 'custom', ...question }} aria-describedby={id}>
				{texts.overview.wholeReport}
			</PageLink>
		</section>
	);
};

const Rows: FunctionComponent<{
	readonly hint: string;
	readonly count: number;
	readonly children: ComponentChildren;
}> = ({ hint, count, children }) => (count === 0 ? <p class="muted">{hint}</p> : <ol>{children}</ol>);
