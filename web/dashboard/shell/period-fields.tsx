/** The choice of days and of their time zone, in the address. */
import type { FunctionComponent } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { listTimeZones, type PeriodName, periods, type ShownPeriod } from './period.ts';
import { writePreference } from './preferences.ts';
import { useRouter } from './router.tsx';
import { useLocale } from './texts.tsx';

export interface PeriodFieldsProps {
	readonly shown: ShownPeriod;
	/** Those that can be chosen; all of them if left out. */
	readonly names?: readonly PeriodName[];
	readonly findProblem: (name: string) => string | undefined;
	/** Whether the time zone can be chosen, too. */
	readonly hasTimeZone?: boolean;
}

export const PeriodFields: FunctionComponent<PeriodFieldsProps> = (props) => {
	const { shown, names = periods, findProblem, hasTimeZone = false } = props;
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	const { period, days, timeZone } = shown;
	return (
		<>
			<Field label={texts.statistics.period} problem={period === 'custom' ? undefined : findProblem('from')}>
				<select
					value={period}
					onChange={({ currentTarget: { value } }) =>
						// Chosen days begin with those that are shown.
						changeQuery({
							period: value,
							...(hasTimeZone ? { tz: timeZone } : {}),
							...(value === 'custom' ? days : { from: undefined, to: undefined }),
						})
					}
				>
					{names.map((name) => (
						<option key={name} value={name}>
							{texts.statistics.periods[name]}
						</option>
					))}
				</select>
			</Field>
			{period === 'custom' &&
				(['from', 'to'] as const).map((name) => (
					<Field key={name} label={texts.statistics[name]} problem={findProblem(name)}>
						<input
							type="date"
							value={days[name]}
							onChange={({ currentTarget }) => changeQuery({ [name]: currentTarget.value })}
						/>
					</Field>
				))}
			{hasTimeZone && <TimeZoneField timeZone={timeZone} problem={findProblem('tz')} />}
		</>
	);
};

interface TimeZoneFieldProps {
	readonly timeZone: string;
	readonly problem: string | undefined;
}

/** The four hundred others come when the page has nothing else to do, so that whoever opens it does not wait for them. */
const TimeZoneField: FunctionComponent<TimeZoneFieldProps> = ({ timeZone, problem }) => {
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	const [isWhole, setWhole] = useState(false);
	useEffect(() => callWhenIdle(() => setWhole(true)), []);
	const options = useMemo(() => {
		const names = isWhole ? listTimeZones(timeZone) : [timeZone];
		return names.map((name) => (
			<option key={name} value={name}>
				{name.replaceAll('_', ' ')}
			</option>
		));
	}, [isWhole, timeZone]);
	return (
		<Field label={texts.statistics.timeZone} problem={problem}>
			<select
				value={timeZone}
				onChange={({ currentTarget }) => {
					writePreference('time-zone', currentTarget.value);
					changeQuery({ tz: currentTarget.value });
				}}
			>
				{options}
			</select>
		</Field>
	);
};

const idleMsMax = 1000;

/** @returns a function that forgets the call */
function callWhenIdle(call: () => void): () => void {
	// Older Safari has no such callback.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(call, idleMsMax);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(call, { timeout: idleMsMax });
	return () => cancelIdleCallback(handle);
}
