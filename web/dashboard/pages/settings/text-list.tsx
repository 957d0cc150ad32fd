/** A list of words or names: added in a field, several at once, and removed one by one. */
import type { FunctionComponent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { SearchCount } from './search-count.tsx';
import type { CountSearches } from './search-counts.ts';

export interface TextListProps {
	/** Of the field. */
	readonly label: string;
	readonly hint: string;
	readonly texts: readonly string[];
	readonly isReadOnly: boolean;
	/** What stands between those that are typed at once. */
	readonly separator: RegExp;
	readonly onChange: (texts: readonly string[]) => void;
	readonly findProblem: (index: number) => string | undefined;
	/** Offered while typing. */
	readonly offered?: readonly string[];
	readonly countSearches?: CountSearches | undefined;
}

export const TextList: FunctionComponent<TextListProps> = (props) => {
	const { label, hint, texts: listed, isReadOnly, separator, onChange, findProblem, offered = [] } = props;
	const { texts } = useLocale();
	const [typed, setTyped] = useState('');
	const [problem, setProblem] = useState<string>();
	const field = useRef<HTMLFormElement>(null);
	const offeredId = useId();

	function add(): void {
		const added = [...new Set(typed.split(separator).map((text) => text.trim()))].filter((text) => text !== '');
		const known = new Set(listed.map((text) => text.toLowerCase()));
		const fresh = added.filter((text) => !known.has(text.toLowerCase()));
		const isUseless = fresh.length === 0;
		setProblem(isUseless ? (added.length > 0 ? texts.settings.isListed : texts.settings.typeFirst) : undefined);
		if (isUseless) return;
		onChange([...listed, ...fresh]);
		setTyped('');
	}

	function remove(index: number): void {
		onChange(listed.toSpliced(index, 1));
		// The button that had the focus is gone.
		field.current?.querySelector('input')?.focus();
	}

	return (
		<div class="stack">
			<form
				ref={field}
				class="add-form"
				onSubmit={(event) => {
					event.preventDefault();
					add();
				}}
			>
				<Field label={label} hint={hint} problem={problem}>
					<input
						dir="auto"
						value={typed}
						disabled={isReadOnly}
						autocomplete="off"
						list={offered.length > 0 ? offeredId : undefined}
						onInput={({ currentTarget }) => setTyped(currentTarget.value)}
					/>
				</Field>
				<button type="submit" class="button" disabled={isReadOnly}>
					<Icon name="plus" size={16} />
					{texts.shell.add}
				</button>
			</form>
			{offered.length > 0 && (
				<datalist id={offeredId}>
					{offered.map((text) => (
						<option key={text} value={text} />
					))}
				</datalist>
			)}
			<ul class="chips">
				{listed.map((text, index) => (
					<Chip
						key={text}
						text={text}
						problem={findProblem(index)}
						countSearches={props.countSearches}
						onRemove={isReadOnly ? undefined : () => remove(index)}
					/>
				))}
			</ul>
		</div>
	);
};

interface ChipProps {
	readonly text: string;
	readonly problem: string | undefined;
	readonly countSearches: CountSearches | undefined;
	/** Undefined where nothing can be changed. */
	readonly onRemove: (() => void) | undefined;
}

const Chip: FunctionComponent<ChipProps> = ({ text, problem, countSearches, onRemove }) => {
	const { texts, fill } = useLocale();
	const found = countSearches?.([text]);
	return (
		<li>
			<span class={problem === undefined ? 'chip' : 'chip wrong'}>
				<bdi>{text}</bdi>
				{found !== undefined && found.count > 0 && <SearchCount label={text} found={found} />}
				{onRemove !== undefined && (
					<button
						type="button"
						class="quiet"
						aria-label={fill(texts.settings.removeOne, { name: text })}
						onClick={onRemove}
					>
						<Icon name="close" size={14} />
					</button>
				)}
			</span>
			{problem !== undefined && <p class="problem">{problem}</p>}
		</li>
	);
};
