/** All reports by what they are about, with a field to find one. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { EmptyState } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { keepQuery } from './question.ts';
import { questions, type ReportGroup, type ReportPath, reports } from './reports.ts';

/** The paths of each group, both in the order of the list. */
export function listGroups(): readonly { readonly group: ReportGroup; readonly paths: readonly ReportPath[] }[] {
	const paths = Object.keys(reports) as ReportPath[];
	const groups = [...new Set(paths.map((path) => reports[path].group))];
	return groups.map((group) => ({ group, paths: paths.filter((path) => reports[path].group === group) }));
}

export const ReportList: FunctionComponent = () => {
	const { texts, fill } = useLocale();
	const [wanted, setWanted] = useState('');
	const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
	const isWanted = (path: ReportPath) => {
		const { title, hint } = texts.statistics.reports[path];
		const text = `${title} ${hint} ${texts.statistics.groups[reports[path].group]} ${path}`.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	const shown = listGroups()
		.map(({ group, paths }) => ({ group, paths: paths.filter(isWanted) }))
		.filter(({ paths }) => paths.length > 0);
	return (
		<>
			<PageHead title={texts.shell.statistics} hint={texts.statistics.hint}>
				<Field label={texts.statistics.find}>
					<input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
				</Field>
			</PageHead>
			{words.length === 0 && <AskedOften />}
			{shown.length === 0 && <EmptyState icon="search" title={fill(texts.statistics.noneFound, { text: wanted })} />}
			<div class="report-groups">
				{shown.map(({ group, paths }) => (
					<GroupCard key={group} group={group} paths={paths} />
				))}
				{words.length === 0 && <EventCards />}
			</div>
		</>
	);
};

const AskedOften: FunctionComponent = () => {
	const { texts } = useLocale();
	const { query } = useRouter();
	return (
		<nav class="row" aria-label={texts.statistics.askedOften}>
			<strong>{texts.statistics.askedOften}</strong>
			{questions.map(({ name, path, query: asked }) => (
				<PageLink key={name} class="tag" to={`statistics/${path}`} query={{ ...keepQuery(query), ...asked }}>
					{texts.statistics.questions[name]}
				</PageLink>
			))}
		</nav>
	);
};

interface GroupProps {
	readonly group: ReportGroup;
	readonly paths: readonly ReportPath[];
}

const GroupCard: FunctionComponent<GroupProps> = ({ group, paths }) => {
	const { texts } = useLocale();
	const { query } = useRouter();
	return (
		<section class="card">
			<h2>{texts.statistics.groups[group]}</h2>
			<ul class="report-links">
				{paths.map((path) => (
					<li key={path}>
						<PageLink to={`statistics/${path}`} query={keepQuery(query)}>
							{texts.statistics.reports[path].title}
						</PageLink>
						<p class="hint">{texts.statistics.reports[path].hint}</p>
					</li>
				))}
			</ul>
		</section>
	);
};

const EventCards: FunctionComponent = () => {
	const { texts } = useLocale();
	const links = [
		{ path: 'events', title: texts.statistics.rawEvents, hint: texts.statistics.rawEventsHint },
		{ path: 'shopper', title: texts.statistics.shopper, hint: texts.statistics.shopperHint },
	];
	return (
		<section class="card">
			<h2>{texts.statistics.events}</h2>
			<ul class="report-links">
				{links.map(({ path, title, hint }) => (
					<li key={path}>
						<PageLink to={`statistics/${path}`}>{title}</PageLink>
						<p class="hint">{hint}</p>
					</li>
				))}
			</ul>
		</section>
	);
};
