/** What is stored of one shopper: to be handed out, and to be erased for good. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DataTable } from '../../../ui/data-table.tsx';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ApiError } from '../../shell/api-error.ts';
import { callApi } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { AllReportsLink } from './events-page.tsx';

interface StoredEvent {
	readonly serial: number | string;
	readonly kind: string;
	readonly occurred_at: string;
	readonly text: string | null;
	readonly dfid: string | null;
	readonly url: string | null;
}

/** Whose events, as the API is asked. */
interface Shopper {
	readonly user_id?: string;
	readonly session_id?: string;
	readonly hashid?: string;
}

const kinds = ['user_id', 'session_id'] as const;
type Kind = (typeof kinds)[number];

export const ShopperPage: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts } = useLocale();
	const [shopper, setShopper] = useState<Shopper>();
	const loaded = useLoaded(async (signal) => {
		const request = { method: 'POST', body: shopper, isReading: true, signal } as const;
		return (await callApi<{ events: readonly StoredEvent[] }>('/events/_of_shopper', request)).events;
	}, shopper && JSON.stringify(shopper));
	const problems = loaded.error instanceof ApiError ? loaded.error.problems : [];
	return (
		<>
			<AllReportsLink />
			<PageHead title={texts.statistics.shopper} hint={texts.statistics.shopperHint} />
			<ShopperForm
				engine={engine}
				problem={problems[0]?.reason}
				onShow={(next) => (JSON.stringify(next) === JSON.stringify(shopper) ? loaded.reload() : setShopper(next))}
			/>
			{shopper !== undefined && problems.length === 0 && (
				<WhenLoaded loaded={loaded} area="statistics">
					{(events) => <StoredEvents shopper={shopper} events={events} onErased={() => loaded.replace([])} />}
				</WhenLoaded>
			)}
		</>
	);
};

interface ShopperFormProps {
	readonly engine: Engine;
	/** What the server says is wrong with the id. */
	readonly problem: string | undefined;
	readonly onShow: (shopper: Shopper) => void;
}

const ShopperForm: FunctionComponent<ShopperFormProps> = ({ engine, problem, onShow }) => {
	const { texts } = useLocale();
	const [kind, setKind] = useState<Kind>('user_id');
	const [text, setText] = useState('');
	const [isTried, setTried] = useState(false);
	const id = text.trim();
	const isUser = kind === 'user_id';
	return (
		<form
			class="card stack"
			onSubmit={(event) => {
				event.preventDefault();
				setTried(true);
				if (id !== '') onShow(isUser ? { user_id: id } : { session_id: id, hashid: engine.hashid });
			}}
		>
			<div class="filters">
				<Field label={texts.statistics.shopperKind}>
					<select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}>
						{kinds.map((name) => (
							<option key={name} value={name}>
								{texts.statistics.shopperKinds[name]}
							</option>
						))}
					</select>
				</Field>
				<Field
					label={texts.statistics.shopperKinds[kind]}
					hint={isUser ? texts.statistics.userHint : texts.statistics.sessionHint}
					problem={isTried && id === '' ? texts.statistics.idMissing : problem}
				>
					<input
						value={text}
						autocomplete="off"
						dir="auto"
						onInput={({ currentTarget }) => setText(currentTarget.value)}
					/>
				</Field>
			</div>
			<div>
				<button type="submit" class="button strong">
					{texts.statistics.show}
				</button>
			</div>
		</form>
	);
};

interface StoredEventsProps {
	readonly shopper: Shopper;
	readonly events: readonly StoredEvent[];
	readonly onErased: () => void;
}

const StoredEvents: FunctionComponent<StoredEventsProps> = ({ shopper, events, onErased }) => {
	const { texts, fillCount } = useLocale();
	const { session } = useSession();
	if (events.length === 0) return <EmptyState icon="info" title={texts.statistics.nothingStored} />;
	return (
		<section class="card stack">
			<h2>{fillCount(texts.statistics.stored, events.length)}</h2>
			<div class="row">
				<DownloadLink shopper={shopper} events={events} />
				{mayWrite(session, 'statistics') && <EraseButton shopper={shopper} onErased={onErased} />}
			</div>
			{!mayWrite(session, 'statistics') && <p class="muted">{texts.shell.readOnly}</p>}
			<EventTable events={events} />
		</section>
	);
};

/** The answer as it came, from the memory of the browser. */
const DownloadLink: FunctionComponent<Omit<StoredEventsProps, 'onErased'>> = ({ shopper, events }) => {
	const { texts } = useLocale();
	const [url, setUrl] = useState<string>();
	useEffect(() => {
		const text = JSON.stringify({ ...shopper, events }, null, '\t');
		const next = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
		setUrl(next);
		return () => URL.revokeObjectURL(next);
	}, [shopper, events]);
	return (
		<a class="button" href={url} download="shopper.json">
			<Icon name="download" size={18} />
			{texts.statistics.downloadData}
		</a>
	);
};

const EraseButton: FunctionComponent<Omit<StoredEventsProps, 'events'>> = ({ shopper, onErased }) => {
	const { texts, fill } = useLocale();
	const [isAsked, setAsked] = useState(false);
	const erasing = useSaving(texts.statistics.erased);
	const id = shopper.user_id ?? shopper.session_id ?? '';

	async function erase(): Promise<void> {
		setAsked(false);
		if (await erasing.save(() => callApi('/events', { method: 'DELETE', body: shopper }))) onErased();
	}
	return (
		<>
			<button type="button" class="button danger" disabled={erasing.isSaving} onClick={() => setAsked(true)}>
				{texts.statistics.erase}
			</button>
			{erasing.message !== undefined && <Notice kind="error">{erasing.message}</Notice>}
			{isAsked && (
				<Confirmation
					title={fill(texts.statistics.eraseTitle, { id })}
					text={texts.statistics.eraseText}
					word={id}
					wordText={fill(texts.shell.typeToConfirm, { word: id })}
					confirmText={texts.statistics.erase}
					cancelText={texts.shell.cancel}
					onConfirm={() => void erase()}
					onCancel={() => setAsked(false)}
				/>
			)}
		</>
	);
};

const rowsPerPage = 50;

const EventTable: FunctionComponent<{ readonly events: readonly StoredEvent[] }> = ({ events }) => {
	const { texts, fill, number, date } = useLocale();
	const { columns } = texts.statistics;
	return (
		<div class="report-table">
			<DataTable<StoredEvent>
				caption={texts.statistics.shopper}
				rows={events}
				toKey={({ serial }) => serial}
				paging={{
					size: rowsPerPage,
					toText: (from, to) =>
						fill(texts.statistics.rowsFromTo, { from: number(from), to: number(to), count: number(events.length) }),
					...{ next: texts.statistics.nextRows, previous: texts.statistics.previousRows },
				}}
				columns={[
					{
						...{ name: 'time', title: columns.time, render: (event) => <span>{date(event.occurred_at)}</span> },
						sortBy: (event) => event.occurred_at,
					},
					{ name: 'kind', title: columns.kind, render: ({ kind }) => <span>{kind}</span>, sortBy: ({ kind }) => kind },
					{
						...{ name: 'detail', title: columns.detail },
						render: (event) => <span dir="auto">{event.text ?? event.dfid ?? event.url ?? ''}</span>,
					},
				]}
			/>
		</div>
	);
};
