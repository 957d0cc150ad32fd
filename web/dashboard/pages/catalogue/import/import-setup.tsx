/** What a file holds and what becomes of it, before anything is sent. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Loading } from '../../../shell/page-states.tsx';
import { useLocale } from '../../../shell/texts.tsx';
import { useLoaded } from '../../../shell/use-loaded.ts';
import type { IndexTarget } from '../index-paths.ts';
import { encodings } from './detect-encoding.ts';
import { detectFormat, separators } from './detect-format.ts';
import { findExport } from './exports/find-export.ts';
import { FeedError, type FeedFormat, type Values } from './feed-entry.ts';
import { type ColumnMapping, findDoubles, guessMapping, lacksAddress, lacksId, toItem } from './map-columns.ts';
import { MappingTable } from './mapping-table.tsx';
import { readFeed } from './read-feed.ts';
import type { ImportPlan } from './run-import.ts';

export interface ImportSetupProps {
	readonly target: IndexTarget;
	readonly file: File;
	readonly liveCount: number;
	readonly onStart: (plan: ImportPlan) => void;
	readonly onOther: () => void;
}

const sampledMax = 50;

/** Undefined: it is guessed. */
interface Choice {
	readonly separator?: string;
	readonly encoding?: string;
	/** Whether the export of a shop system is read as any other table. */
	readonly isPlain?: boolean;
}

interface Sample {
	readonly format: FeedFormat;
	/** The name of the shop system whose export it is, whether it is read as that or not. */
	readonly shopName: string | undefined;
	readonly entries: readonly Values[];
}

async function readSample(file: File, { separator, encoding, isPlain = false }: Choice): Promise<Sample> {
	const detected = await detectFormat(file, encoding);
	const table = separator === undefined ? detected : { ...detected, separator };
	const rows = await readFirst(file, table);
	const shop = table.kind === 'csv' ? findExport(new Set(rows.flatMap((row) => Object.keys(row)))) : undefined;
	const format = isPlain ? table : { ...table, shop };
	const entries = format.shop === undefined ? rows : await readFirst(file, format);
	if (entries.length === 0) throw new FeedError('empty');
	return { format, shopName: shop?.name, entries };
}

async function readFirst(file: File, format: FeedFormat): Promise<readonly Values[]> {
	const entries: Values[] = [];
	for await (const { values } of readFeed(file, format)) {
		if (values !== undefined) entries.push(values);
		if (entries.length === sampledMax) break;
	}
	return entries;
}

export const ImportSetup: FunctionComponent<ImportSetupProps> = (props) => {
	const { file, onOther } = props;
	const { texts } = useLocale();
	const [choice, setChoice] = useState<Choice>({});
	const key = JSON.stringify([file.name, file.size, file.lastModified, choice]);
	const { value: sample, error } = useLoaded(() => readSample(file, choice), key);
	const choose = (part: Choice) => setChoice({ ...choice, ...part });
	const { importing } = texts.catalogue;
	return (
		<>
			<FileHead file={file} sample={sample} onChoose={choose} />
			{error !== undefined && (
				<Notice kind="error">
					<strong>{importing.notReadable}</strong>
					<p>{error instanceof FeedError ? importing.faults[error.reason] : String(error)}</p>
					<button type="button" class="button" onClick={onOther}>
						{importing.otherFile}
					</button>
				</Notice>
			)}
			{sample === undefined && error === undefined && <Loading />}
			{sample !== undefined && <ImportForm key={key} sample={sample} {...props} />}
		</>
	);
};

interface FileHeadProps {
	readonly file: File;
	readonly sample: Sample | undefined;
	readonly onChoose: (choice: Choice) => void;
}

const FileHead: FunctionComponent<FileHeadProps> = ({ file, sample, onChoose }) => {
	const { texts, number, fill } = useLocale();
	const { importing } = texts.catalogue;
	const [unit, divisor] = file.size < 1e6 ? (['kB', 1e3] as const) : (['MB', 1e6] as const);
	const size = number(file.size / divisor, { maximumFractionDigits: 1 });
	const format = sample?.format;
	return (
		<section class="card row">
			<strong dir="auto" class="file-name">
				{file.name}
			</strong>
			<span class="muted">{texts.shell.bytes[unit].replace('{count}', size)}</span>
			{format !== undefined && <span class="tag">{importing.kinds[format.kind]}</span>}
			{format?.kind === 'csv' && (
				<Field label={importing.separator}>
					<select
						value={format.separator}
						onChange={({ currentTarget }) => onChoose({ separator: currentTarget.value })}
					>
						{separators.map((separator, index) => (
							<option key={separator} value={separator}>
								{importing.separators[index]}
							</option>
						))}
					</select>
				</Field>
			)}
			{format !== undefined && (
				<Field label={importing.encoding}>
					<select value={format.encoding} onChange={({ currentTarget }) => onChoose({ encoding: currentTarget.value })}>
						{[...new Set([format.encoding, ...encodings])].map((encoding) => (
							<option key={encoding} value={encoding}>
								{encoding}
							</option>
						))}
					</select>
				</Field>
			)}
			{sample?.shopName !== undefined && (
				<label class="check way">
					<input
						type="checkbox"
						checked={format?.shop !== undefined}
						onChange={({ currentTarget }) => onChoose({ isPlain: !currentTarget.checked })}
					/>
					<span>
						{fill(importing.shop, { name: sample.shopName })}
						<span class="hint">{importing.shopHint}</span>
					</span>
				</label>
			)}
		</section>
	);
};

const ImportForm: FunctionComponent<ImportSetupProps & { readonly sample: Sample }> = (props) => {
	const { target, file, liveCount, sample, onStart, onOther } = props;
	const { texts, fill, number } = useLocale();
	const { importing } = texts.catalogue;
	const isText = sample.format.kind === 'csv' || sample.format.kind === 'xml';
	const [mapping, setMapping] = useState<readonly ColumnMapping[]>(() => guessMapping(sample.entries, isText));
	const [replaces, setReplaces] = useState(true);
	const doubles = findDoubles(mapping);
	const hasField = (name: string) => mapping.some(({ field }) => field === name);
	const [first = {}] = sample.entries;
	const noIdCount = sample.entries.filter((values) => lacksId(toItem(values, mapping))).length;
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				if (doubles.size === 0) onStart({ target, file, format: sample.format, mapping, replaces, liveCount });
			}}
		>
			<section class="stack tight">
				<h2>{importing.mapping}</h2>
				<p class="muted">{importing.mappingHint}</p>
				<MappingTable mapping={mapping} doubles={doubles} isText={isText} onChange={setMapping} />
			</section>
			{!hasField('id') && <Notice kind="warning">{importing.noId}</Notice>}
			{hasField('id') && noIdCount > 0 && (
				<Notice kind="warning">
					{fill(importing.someNoId, { count: number(noIdCount), all: number(sample.entries.length) })}
				</Notice>
			)}
			{!hasField('link') && <Notice kind="warning">{importing.noLink}</Notice>}
			{mapping.some((entry) => lacksAddress(entry) && entry.address === '') && (
				<Notice kind="warning">{importing.noAddress}</Notice>
			)}
			<details class="card">
				<summary>{importing.firstItem}</summary>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
				<pre tabIndex={0} dir="ltr">
					{JSON.stringify(toItem(first, mapping), null, 2)}
				</pre>
			</details>
			{liveCount > 0 && <WayChoice replaces={replaces} liveCount={liveCount} onChange={setReplaces} />}
			<div class="actions">
				<button type="button" class="button" onClick={onOther}>
					{importing.otherFile}
				</button>
				<button type="submit" class="button strong" disabled={doubles.size > 0}>
					{importing.start}
				</button>
			</div>
		</form>
	);
};

interface WayChoiceProps {
	readonly replaces: boolean;
	readonly liveCount: number;
	readonly onChange: (replaces: boolean) => void;
}

const WayChoice: FunctionComponent<WayChoiceProps> = ({ replaces, liveCount, onChange }) => {
	const { texts, fillCount } = useLocale();
	const { importing } = texts.catalogue;
	const ways = [
		{ value: true, title: importing.replace, hint: fillCount(importing.replaceHint, liveCount) },
		{ value: false, title: importing.addTo, hint: importing.addToHint },
	];
	return (
		<fieldset class="card plain">
			<legend>{importing.way}</legend>
			{ways.map(({ value, title, hint }) => (
				<label key={title} class="check way">
					<input type="radio" name="way" checked={replaces === value} onChange={() => onChange(value)} />
					<span>
						{title}
						<span class="hint">{hint}</span>
					</span>
				</label>
			))}
		</fieldset>
	);
};
