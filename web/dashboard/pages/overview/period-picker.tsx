/** Which days and which devices the page is about. Both are in the address. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { findPeriodProblem, isPreset, type PresetName, periodDaysMax, presetDays, usePeriod } from './period.ts';

const presets = Object.keys(presetDays) as PresetName[];

export const PeriodPicker: FunctionComponent = () => {
	const { texts, fillCount } = useLocale();
	const { changeQuery } = useRouter();
	const { name, from, to } = usePeriod();
	return (
		<>
			<Field label={texts.overview.period}>
				<select
					value={name}
					onChange={({ currentTarget: { value } }) =>
						changeQuery(isPreset(value) ? { period: value, from: '', to: '' } : { period: value, from, to })
					}
				>
					{presets.map((preset) => (
						<option key={preset} value={preset}>
							{preset === 'today' ? texts.overview.today : fillCount(texts.overview.lastDays, presetDays[preset])}
						</option>
					))}
					<option value="custom">{texts.overview.ownPeriod}</option>
				</select>
			</Field>
			{name === 'custom' && <OwnPeriod from={from} to={to} />}
		</>
	);
};

/** Two days; what is typed is kept while it is no period yet. */
const OwnPeriod: FunctionComponent<{ readonly from: string; readonly to: string }> = ({ from, to }) => {
	const { texts, fill } = useLocale();
	const { changeQuery } = useRouter();
	const [typed, setTyped] = useState({ from, to });
	useEffect(() => setTyped({ from, to }), [from, to]);
	const problem = findPeriodProblem(typed.from, typed.to);
	const change = (part: Partial<typeof typed>) => {
		const next = { ...typed, ...part };
		setTyped(next);
		if (findPeriodProblem(next.from, next.to) === undefined) changeQuery(next, true);
	};
	return (
		<>
			<Field label={texts.overview.from}>
				<input type="date" value={typed.from} onInput={({ currentTarget }) => change({ from: currentTarget.value })} />
			</Field>
			<Field
				label={texts.overview.to}
				problem={problem && fill(texts.overview.periodProblems[problem], { count: periodDaysMax })}
			>
				<input type="date" value={typed.to} onInput={({ currentTarget }) => change({ to: currentTarget.value })} />
			</Field>
		</>
	);
};

const devices = ['desktop', 'mobile'] as const;

/** Undefined: all devices. */
export function useDevice(): (typeof devices)[number] | undefined {
	const { query } = useRouter();
	return devices.find((device) => device === query.get('device'));
}

export const DevicePicker: FunctionComponent = () => {
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	return (
		<Field label={texts.overview.device}>
			<select value={useDevice() ?? ''} onChange={({ currentTarget }) => changeQuery({ device: currentTarget.value })}>
				<option value="">{texts.overview.allDevices}</option>
				{devices.map((device) => (
					<option key={device} value={device}>
						{texts.overview.devices[device]}
					</option>
				))}
			</select>
		</Field>
	);
};
