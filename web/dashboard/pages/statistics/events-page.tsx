/** The raw events of a search engine, as a file. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toApiUrl, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { PeriodFields } from '../../shell/period-fields.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { readQuestion } from './question.ts';

const formats = { jsonl: 'jsonl', csv: 'csv', ubi: 'jsonl' } as const;
type Format = keyof typeof formats;

export const EventsPage: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts } = useLocale();
	const { query } = useRouter();
	const [format, setFormat] = useState<Format>('jsonl');
	const [isWhole, setWhole] = useState(false);
	const question = readQuestion(query, undefined);
	const { from, to } = question.days;
	const isWrong = !isWhole && from > to;
	const period = isWhole ? {} : { from, to, tz: question.timeZone };
	const url = toApiUrl(toPath`/search_engines/${engine.hashid}/events/_export`, { ...period, format });
	const file = `${isWhole ? 'events' : `events-${from}-${to}`}.${formats[format]}`;
	return (
		<>
			<AllReportsLink />
			<PageHead title={texts.statistics.rawEvents} hint={texts.statistics.rawEventsHint} />
			<div class="card stack">
				<div class="filters">
					<Field label={texts.statistics.format}>
						<select value={format} onChange={({ currentTarget }) => setFormat(currentTarget.value as Format)}>
							{(Object.keys(formats) as Format[]).map((name) => (
								<option key={name} value={name}>
									{texts.statistics.formats[name]}
								</option>
							))}
						</select>
					</Field>
					{!isWhole && (
						<PeriodFields
							shown={question}
							findProblem={(name) => (isWrong && name === 'from' ? texts.statistics.wrongDays : undefined)}
							hasTimeZone
						/>
					)}
					<label class="check">
						<input
							type="checkbox"
							checked={isWhole}
							onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
						/>
						{texts.statistics.wholeLog}
					</label>
				</div>
				{!isWrong && (
					<div>
						<a class="button strong" href={url} download={file}>
							<Icon name="download" size={18} />
							{texts.statistics.downloadEvents}
						</a>
					</div>
				)}
			</div>
		</>
	);
};

export const AllReportsLink: FunctionComponent = () => {
	const { texts } = useLocale();
	return (
		<nav aria-label={texts.statistics.allReports}>
			<PageLink to="statistics">{texts.statistics.allReports}</PageLink>
		</nav>
	);
};
