/** The choice of days and of their time zone, in the address. */
import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { listTimeZones, type PeriodName, periods, type ShownPeriod } from './period.ts';
import { writePreference } from './preferences.ts';
import { useRouter } from './router.tsx';
import { useLocale } from './texts.tsx';
import { useIdle } from './use-idle.ts';

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

/** The four hundred others come when the page is idle. */
const TimeZoneField: FunctionComponent<TimeZoneFieldProps> = ({ timeZone, problem }) => {
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	const isWhole = useIdle();
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
