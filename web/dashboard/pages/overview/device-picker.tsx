/** Which devices the page is about, from the address. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';

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
