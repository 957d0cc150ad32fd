/** A field of a form: its label, a hint, and what is wrong with it, which screen readers say with it. */
import { type ComponentChildren, cloneElement, type FunctionComponent, type VNode } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
	readonly label: ComponentChildren;
	readonly hint?: ComponentChildren;
	/** What is wrong; the field is marked as invalid. */
	readonly problem?: string | undefined;
	/** The control: an `input`, `select` or `textarea`. */
	readonly children: VNode;
}

export const Field: FunctionComponent<FieldProps> = ({ label, hint, problem, children }) => {
	const id = useId();
	const describedBy = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
	const control = cloneElement(children, {
		id,
		'aria-invalid': problem === undefined ? undefined : 'true',
		'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
	});
	return (
		<div class="field">
			<label class="label" for={id}>
				{label}
			</label>
			{control}
			{hint !== undefined && (
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{problem !== undefined && (
				<p class="problem" id={`${id}-problem`}>
					{problem}
				</p>
			)}
		</div>
	);
};
