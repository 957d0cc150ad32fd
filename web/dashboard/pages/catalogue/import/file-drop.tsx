/** Where a file is dropped or chosen. */
import type { FunctionComponent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../ui/icon.tsx';
import { useLocale } from '../../../shell/texts.tsx';

export interface FileDropProps {
	readonly isReadOnly: boolean;
	readonly onFile: (file: File) => void;
}

export const FileDrop: FunctionComponent<FileDropProps> = ({ isReadOnly, onFile }) => {
	const { texts } = useLocale();
	const { importing } = texts.catalogue;
	const [isOver, setOver] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const take = (files: FileList | null | undefined) => {
		const [file] = files ?? [];
		if (file !== undefined && !isReadOnly) onFile(file);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button does the same for all.
		<div
			class={isOver ? 'empty file-drop over' : 'empty file-drop'}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				take(event.dataTransfer?.files);
			}}
		>
			<Icon name="upload" size={36} />
			<h2>{importing.drop}</h2>
			<p class="muted">{importing.dropHint}</p>
			<input
				ref={input}
				type="file"
				class="hidden"
				aria-label={importing.file}
				tabIndex={-1}
				disabled={isReadOnly}
				accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.gz"
				onChange={({ currentTarget }) => take(currentTarget.files)}
			/>
			<button type="button" class="button strong" disabled={isReadOnly} onClick={() => input.current?.click()}>
				{importing.choose}
			</button>
		</div>
	);
};
