/** All widgets with what they earned lately, and the way to a new one. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { callApi } from '../../shell/call-api.ts';
import { useEngine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { mayRead, mayWrite, useSession } from '../../shell/session.tsx';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { NewWidgetDialog } from './new-widget-dialog.tsx';
import { toPeriod } from './period.ts';
import type { Store, Widget } from './widget.ts';

/** A row of the report on widgets. */
interface Figures {
	readonly widget_id: string;
	readonly displays: number;
	readonly clicks: number;
	readonly click_rate: number | null;
	readonly carts: number;
	readonly revenue: number;
}

interface ListedWidget extends Widget {
	readonly storeName: string;
	readonly figures: Figures | undefined;
}

const shownDays = 28;

async function loadWidgets(hasFigures: boolean, signal: AbortSignal) {
	const report = () =>
		callApi<{ results: readonly Figures[] }>('/stats/recommendations', {
			query: { ...toPeriod(shownDays), limit: 1000 },
			signal,
		});
	const [widgets, stores, figures] = await Promise.all([
		callApi<readonly Widget[]>('/widgets', { signal }),
		// Whoever has no right to see stores sees their ids.
		callApi<readonly Store[]>('/stores', { signal }).catch(() => []),
		hasFigures ? report() : undefined,
	]);
	const nameOf = new Map(stores.map(({ id, name }) => [id, name]));
	const figuresOf = new Map(figures?.results.map((row) => [row.widget_id, row]));
	const listed = widgets.map((widget) => ({
		...widget,
		storeName: nameOf.get(widget.store_id) ?? widget.store_id,
		figures: figuresOf.get(widget.id),
	}));
	return { widgets: listed, stores };
}

export const WidgetList: FunctionComponent = () => {
	const locale = useLocale();
	const texts = locale.texts.recommendations;
	const { session } = useSession();
	const { go } = useRouter();
	const [isMaking, setMaking] = useState(false);
	const [made, setMade] = useState<Widget>();
	const hasFigures = mayRead(session, 'statistics');
	const loaded = useLoaded((signal) => loadWidgets(hasFigures, signal), `widgets-${hasFigures}`);
	// When the dialog is gone, which would ask whether to leave.
	useEffect(() => {
		if (made !== undefined) go(`recommendations/${made.id}`);
	}, [made, go]);
	const currency = useEngine()?.currency ?? 'EUR';
	const columns = listColumns(locale, { currency, hasFigures, hasStores: (loaded.value?.stores.length ?? 0) > 1 });
	return (
		<>
			<PageHead title={locale.texts.shell.recommendations} hint={texts.hint}>
				{mayWrite(session, 'recommendations') && (
					<button type="button" class="button strong" onClick={() => setMaking(true)}>
						<Icon name="plus" size={18} />
						{texts.newWidget}
					</button>
				)}
			</PageHead>
			<WhenLoaded loaded={loaded} area="recommendations">
				{({ widgets, stores }) => (
					<>
						{widgets.length === 0 ? (
							<EmptyState icon="recommendations" title={texts.none} hint={texts.noneHint} />
						) : (
							<>
								<DataTable caption={texts.list} columns={columns} rows={widgets} toKey={({ id }) => id} />
								{hasFigures && <p class="hint">{texts.lastDays}</p>}
							</>
						)}
						{isMaking && (
							<NewWidgetDialog
								stores={stores}
								onClose={() => setMaking(false)}
								onMade={(widget) => {
									setMaking(false);
									setMade(widget);
								}}
							/>
						)}
					</>
				)}
			</WhenLoaded>
		</>
	);
};

interface Shown {
	readonly currency: string;
	readonly hasFigures: boolean;
	readonly hasStores: boolean;
}

function listColumns(
	{ texts: { recommendations: texts, shell }, number, percent }: Locale,
	{ currency, hasFigures, hasStores }: Shown,
): readonly Column<ListedWidget>[] {
	const money = (value: number) => number(value, { style: 'currency', currency });
	const count = (name: 'displays' | 'clicks' | 'carts'): Column<ListedWidget> => ({
		name,
		title: texts[name],
		isNumber: true,
		sortBy: ({ figures }) => figures?.[name] ?? 0,
		render: ({ figures }) => number(figures?.[name] ?? 0),
	});
	const named: readonly Column<ListedWidget>[] = [
		{
			name: 'name',
			title: texts.name,
			sortBy: ({ name }) => name,
			render: ({ id, name }) => (
				<PageLink class="named" to={`recommendations/${id}`} dir="auto">
					{name || shell.noName}
				</PageLink>
			),
		},
		{
			name: 'kind',
			title: texts.kind,
			sortBy: ({ kind }) => texts.kinds[kind],
			render: ({ kind }) => texts.kinds[kind],
		},
	];
	const store: Column<ListedWidget> = {
		name: 'store',
		title: texts.store,
		sortBy: ({ storeName }) => storeName,
		render: ({ storeName }) => (
			<span class="named" dir="auto">
				{storeName}
			</span>
		),
	};
	const earned: readonly Column<ListedWidget>[] = [
		count('displays'),
		count('clicks'),
		{
			name: 'rate',
			title: texts.clickRate,
			isNumber: true,
			sortBy: ({ figures }) => figures?.click_rate ?? null,
			render: ({ figures }) => percent(figures?.click_rate ?? null),
		},
		count('carts'),
		{
			name: 'revenue',
			title: texts.revenue,
			isNumber: true,
			sortBy: ({ figures }) => figures?.revenue ?? 0,
			render: ({ figures }) => money(figures?.revenue ?? 0),
		},
	];
	return [...named, ...(hasStores ? [store] : []), ...(hasFigures ? earned : [])];
}
