/** Words that mean the same in the shop. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { saveFile } from './save-file.ts';
import { SearchCount } from './search-count.tsx';
import { type CountSearches, useEmptySearches, useSearchCounts } from './search-counts.ts';
import type { SectionProps } from './settings-rules.ts';
import { addRules, formatRule, listFound, listTyped, matchesText, toCsvFile } from './synonym-rules.ts';
import type { SynonymRule } from './wire.ts';

/** More rows are shown when they are asked for. */
const rowsAtOnce = 50;
const emptySearchesShown = 6;

type Opened = { readonly kind: 'import' } | { readonly kind: 'rule'; readonly index?: number; readonly typed?: string };

export const SynonymsSection: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts, fillCount } = useLocale();
	const [opened, setOpened] = useState<Opened>();
	const countSearches = useSearchCounts(engine.hashid);
	const { synonyms: rules } = draft.current;
	const t = texts.settings.synonyms;
	const change = (synonyms: readonly SynonymRule[]) => draft.edit({ synonyms });
	return (
		<>
			<section class="card stack">
				<div class="card-head">
					<div>
						<h2>{t.title}</h2>
						<p class="muted">{t.hint}</p>
					</div>
					<div class="actions">
						<button
							type="button"
							class="button strong"
							disabled={isReadOnly}
							onClick={() => setOpened({ kind: 'rule' })}
						>
							<Icon name="plus" size={16} />
							{t.add}
						</button>
						<button type="button" class="button" disabled={isReadOnly} onClick={() => setOpened({ kind: 'import' })}>
							<Icon name="upload" size={16} />
							{t.import}
						</button>
						<ExportButtons rules={rules} />
					</div>
				</div>
				{rules.length === 0 ? (
					<EmptyState icon="settings" title={t.none} hint={t.noneHint} />
				) : (
					<>
						<p class="muted">{fillCount(t.count, rules.length)}</p>
						<RuleTable
							rules={rules}
							isReadOnly={isReadOnly}
							countSearches={countSearches}
							findProblem={(index) => draft.saving.findProblem(`synonyms.${index}`)}
							onEdit={(index) => setOpened({ kind: 'rule', index })}
							onRemove={(index) => change(rules.toSpliced(index, 1))}
						/>
					</>
				)}
			</section>
			{!isReadOnly && <EmptySearches hashid={engine.hashid} onChoose={(typed) => setOpened({ kind: 'rule', typed })} />}
			{opened?.kind === 'import' && (
				<ImportDialog rules={rules} onClose={() => setOpened(undefined)} onImport={change} />
			)}
			{opened?.kind === 'rule' && (
				<RuleDialog
					rules={rules}
					index={opened.index}
					typed={opened.typed}
					onClose={() => setOpened(undefined)}
					onSave={(rule) =>
						change(opened.index === undefined ? addRules(rules, [rule]) : rules.with(opened.index, rule))
					}
				/>
			)}
		</>
	);
};

const ExportButtons: FunctionComponent<{ readonly rules: readonly SynonymRule[] }> = ({ rules }) => {
	const { texts } = useLocale();
	const t = texts.settings.synonyms;
	const isEmpty = rules.length === 0;
	return (
		<>
			<button
				type="button"
				class="button"
				disabled={isEmpty}
				onClick={() => saveFile('synonyms.csv', 'text/csv', toCsvFile(rules))}
			>
				<Icon name="download" size={16} />
				{t.exportCsv}
			</button>
			<button
				type="button"
				class="button"
				disabled={isEmpty}
				onClick={() => saveFile('synonyms.json', 'application/json', `${JSON.stringify(rules, null, 2)}\n`)}
			>
				<Icon name="download" size={16} />
				{t.exportJson}
			</button>
		</>
	);
};

interface RuleTableProps {
	readonly rules: readonly SynonymRule[];
	readonly isReadOnly: boolean;
	readonly countSearches: CountSearches | undefined;
	readonly findProblem: (index: number) => string | undefined;
	readonly onEdit: (index: number) => void;
	readonly onRemove: (index: number) => void;
}

interface RuleRow {
	readonly rule: SynonymRule;
	/** In the list. */
	readonly index: number;
}

const RuleTable: FunctionComponent<RuleTableProps> = ({ rules, ...props }) => {
	const { texts, fillCount } = useLocale();
	const [text, setText] = useState('');
	const [shownMax, setShownMax] = useState(rowsAtOnce);
	const t = texts.settings.synonyms;
	const rows = rules.flatMap((rule, index) => (matchesText(rule, text) ? { rule, index } : []));
	// What the server has refused comes first, however long the list is.
	const ordered = [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
	const columns = useRuleColumns(props);
	return (
		<>
			<Field label={t.find}>
				<input
					type="search"
					value={text}
					onInput={({ currentTarget }) => {
						setText(currentTarget.value);
						setShownMax(rowsAtOnce);
					}}
				/>
			</Field>
			{rows.length === 0 ? (
				<p class="muted">{t.noMatch}</p>
			) : (
				<DataTable
					caption={t.title}
					columns={columns}
					rows={ordered.slice(0, shownMax)}
					toKey={({ index, rule }) => `${index} ${formatRule(rule)}`}
				/>
			)}
			{rows.length > shownMax && (
				<button type="button" class="button" onClick={() => setShownMax(shownMax + rowsAtOnce * 4)}>
					{fillCount(t.more, rows.length - shownMax)}
				</button>
			)}
		</>
	);

	function isRefused({ index }: RuleRow): boolean {
		return props.findProblem(index) !== undefined;
	}
};

function useRuleColumns(props: Omit<RuleTableProps, 'rules'>): readonly Column<RuleRow>[] {
	const { texts, fill } = useLocale();
	const t = texts.settings.synonyms;
	const { countSearches, isReadOnly, findProblem, onEdit, onRemove } = props;
	const words: Column<RuleRow> = {
		name: 'words',
		title: t.rule,
		sortBy: ({ rule }) => formatRule(rule),
		render: ({ rule, index }) => (
			<>
				<RuleText rule={rule} />
				{findProblem(index) !== undefined && <p class="problem">{findProblem(index)}</p>}
			</>
		),
	};
	const counts: Column<RuleRow> = {
		name: 'searches',
		title: texts.settings.searches,
		isNumber: true,
		sortBy: ({ rule }) => countSearches?.(listTyped(rule)).count ?? null,
		render: ({ rule }) =>
			countSearches && <SearchCount label={formatRule(rule)} found={countSearches(listTyped(rule))} />,
	};
	const actions: Column<RuleRow> = {
		name: 'actions',
		title: t.actions,
		render: ({ rule, index }) => (
			<span class="row-actions">
				<button
					type="button"
					class="quiet"
					aria-label={fill(t.edit, { rule: formatRule(rule) })}
					onClick={() => onEdit(index)}
				>
					<Icon name="edit" size={18} />
				</button>
				<button
					type="button"
					class="quiet"
					aria-label={fill(t.remove, { rule: formatRule(rule) })}
					onClick={() => onRemove(index)}
				>
					<Icon name="remove" size={18} />
				</button>
			</span>
		),
	};
	return [words, ...(countSearches === undefined ? [] : [counts]), ...(isReadOnly ? [] : [actions])];
}

/** `tv ↔ television`, or `sneaker → shoe, trainers`; the arrow has a text for screen readers. */
const RuleText: FunctionComponent<{ readonly rule: SynonymRule }> = ({ rule }) => {
	const { texts } = useLocale();
	const t = texts.settings.synonyms;
	const isTwoWay = 'words' in rule;
	return (
		<span class="rule">
			<Phrases phrases={listTyped(rule)} />
			<span class="tag">
				<span aria-hidden="true" class="arrow">
					{isTwoWay ? '↔' : '→'}
				</span>
				{isTwoWay ? t.twoWay : t.oneWay}
			</span>
			{!isTwoWay && <Phrases phrases={listFound(rule)} />}
		</span>
	);
};

const Phrases: FunctionComponent<{ readonly phrases: readonly string[] }> = ({ phrases }) => (
	<bdi>{phrases.join(', ')}</bdi>
);

interface EmptySearchesProps {
	readonly hashid: string;
	readonly onChoose: (query: string) => void;
}

/** What shoppers call things otherwise than the shop: searches that found nothing are where synonyms come from. */
const EmptySearches: FunctionComponent<EmptySearchesProps> = ({ hashid, onChoose }) => {
	const { texts, fill, number } = useLocale();
	const searches = useEmptySearches(hashid, emptySearchesShown);
	const t = texts.settings.synonyms;
	if (searches.length === 0) return null;
	return (
		<section class="card stack">
			<div>
				<h2>{t.emptySearches}</h2>
				<p class="muted">{t.emptySearchesHint}</p>
			</div>
			<ul class="suggested">
				{searches.map(({ query, count }) => (
					<li key={query}>
						<bdi class="truncate">{query}</bdi>
						<span class="muted number">{number(count)}</span>
						<button
							type="button"
							class="button small"
							aria-label={fill(t.addFor, { query })}
							onClick={() => onChoose(query)}
						>
							{t.addShort}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
};
