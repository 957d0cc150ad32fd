/** The fields of an item as a table, one line each. */
import type { FunctionComponent } from 'preact';
import { useLocale } from '../../shell/texts.tsx';

const shownLengthMax = 600;

export const ItemFields: FunctionComponent<{ readonly fields: Readonly<Record<string, unknown>> }> = ({ fields }) => {
	const { texts } = useLocale();
	const entries = Object.entries(fields);
	if (entries.length === 0) return <p class="muted">{texts.catalogue.noFields}</p>;
	return (
		<dl class="pairs">
			{entries.map(([name, value]) => (
				<div key={name}>
					<dt>
						<code>{name}</code>
					</dt>
					<dd>
						<FieldValue value={value} />
					</dd>
				</div>
			))}
		</dl>
	);
};

const FieldValue: FunctionComponent<{ readonly value: unknown }> = ({ value }) => {
	if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
		return <span class="muted">–</span>;
	if (typeof value === 'string') return <span dir="auto">{cut(value)}</span>;
	if (Array.isArray(value) && value.every((member) => typeof member === 'string')) {
		return (
			<span class="row">
				{value.map((member, n) => (
					<span key={n} class="tag wraps" dir="auto">
						{cut(member)}
					</span>
				))}
			</span>
		);
	}
	return <code>{cut(JSON.stringify(value))}</code>;
};

function cut(text: string): string {
	return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax - 1)}…` : text;
}
