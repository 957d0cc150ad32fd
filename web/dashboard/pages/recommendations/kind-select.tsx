/** What a widget recommends, and what it needs for that. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { type WidgetKind, widgetKinds } from './widget.ts';

export interface KindSelectProps {
	readonly kind: WidgetKind;
	readonly onChange: (kind: WidgetKind) => void;
	readonly isDisabled?: boolean;
}

export const KindSelect: FunctionComponent<KindSelectProps> = ({ kind, onChange, isDisabled = false }) => {
	const texts = useLocale().texts.recommendations;
	return (
		<Field label={texts.kind} hint={texts.needs[kind]}>
			<select
				value={kind}
				disabled={isDisabled}
				onChange={({ currentTarget }) => onChange(currentTarget.value as WidgetKind)}
			>
				{widgetKinds.map((name) => (
					<option key={name} value={name}>
						{texts.kinds[name]}
					</option>
				))}
			</select>
		</Field>
	);
};
