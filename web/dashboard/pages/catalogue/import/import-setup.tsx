/** What a file holds and what becomes of it, before anything is sent. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Loading } from '../../../shell/page-states.tsx';
import { useLocale } from '../../../shell/texts.tsx';
import { useLoaded } from '../../../shell/use-loaded.ts';
import type { IndexTarget } from '../index-paths.ts';
import { FeedError, type FeedFormat, type Values } from './feed-entry.ts';
import { type ColumnMapping, findDoubles, guessMapping, toItem } from './map-columns.ts';
import { MappingTable } from './mapping-table.tsx';
import { detectFormat, readFeed, separators } from './read-feed.ts';
import type { ImportPlan } from './run-import.ts';

export interface ImportSetupProps {
	readonly target: IndexTarget;
	readonly file: File;
	readonly liveCount: number;
	readonly onStart: (plan: ImportPlan) => void;
	readonly onOther: () => void;
}

const sampledMax = 50;

interface Sample {
	readonly format: FeedFormat;
	readonly entries: readonly Values[];
}

async function readSample(file: File, separator: string | undefined): Promise<Sample> {
	const detected = await detectFormat(file);
	const format = separator === undefined ? detected : { ...detected, separator };
	const entries: Values[] = [];
	for await (const { values } of readFeed(file, format)) {
		if (values !== undefined) entries.push(values);
		if (entries.length === sampledMax) break;
	}
	if (entries.length === 0) throw new FeedError('empty');
	return { format, entries };
}

export const ImportSetup: FunctionComponent<ImportSetupProps> = (props) => {
	const { file, onOther } = props;
	const { texts } = useLocale();
	const [separator, setSeparator] = useState<string>();
	const key = JSON.stringify([file.name, file.size, file.lastModified, separator]);
	const { value: sample, error } = useLoaded(() => readSample(file, separator), key);
	const { importing } = texts.catalogue;
	return (
		<>
			<FileHead file={file} format={sample?.format} onSeparator={setSeparator} />
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
	readonly format: FeedFormat | undefined;
	readonly onSeparator: (separator: string) => void;
}

const FileHead: FunctionComponent<FileHeadProps> = ({ file, format, onSeparator }) => {
	const { texts, number } = useLocale();
	const { importing } = texts.catalogue;
	const [unit, divisor] = file.size < 1e6 ? (['kB', 1e3] as const) : (['MB', 1e6] as const);
	const size = number(file.size / divisor, { maximumFractionDigits: 1 });
	return (
		<section class="card row">
			<strong dir="auto" class="file-name">
				{file.name}
			</strong>
			<span class="muted">{texts.shell.bytes[unit].replace('{count}', size)}</span>
			{format !== undefined && <span class="tag">{importing.kinds[format.kind]}</span>}
			{format?.kind === 'csv' && (
				<Field label={importing.separator}>
					<select value={format.separator} onChange={({ currentTarget }) => onSeparator(currentTarget.value)}>
						{separators.map((separator, index) => (
							<option key={separator} value={separator}>
								{importing.separators[index]}
							</option>
						))}
					</select>
				</Field>
			)}
		</section>
	);
};

const ImportForm: FunctionComponent<ImportSetupProps & { readonly sample: Sample }> = (props) => {
	const { target, file, liveCount, sample, onStart, onOther } = props;
	const { texts } = useLocale();
	const { importing } = texts.catalogue;
	const isText = sample.format.kind === 'csv' || sample.format.kind === 'xml';
	const [mapping, setMapping] = useState<readonly ColumnMapping[]>(() => guessMapping(sample.entries, isText));
	const [replaces, setReplaces] = useState(true);
	const doubles = findDoubles(mapping);
	const hasId = mapping.some(({ field }) => field === 'id');
	const [first = {}] = sample.entries;
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
			{!hasId && <Notice kind="warning">{importing.noId}</Notice>}
			<details class="card">
				<summary>{importing.firstItem}</summary>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
				<pre tabIndex={0} dir="ltr">
					{JSON.stringify(toItem(first, mapping), null, 2)}
				</pre>
			</details>
			<WayChoice replaces={replaces} liveCount={liveCount} onChange={setReplaces} />
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
