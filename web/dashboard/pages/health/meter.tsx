/** A bar of how much is used. What it says stands beside it in words. */
import type { FunctionComponent } from 'preact';

const manyShare = 0.75;
const tooManyShare = 0.9;

/** @param share from 0 to 1 */
export const Meter: FunctionComponent<{ readonly share: number }> = ({ share }) => {
	const kind = share >= tooManyShare ? 'danger' : share >= manyShare ? 'warning' : 'good';
	return (
		<span class={`meter ${kind}`} aria-hidden="true">
			<span style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
		</span>
	);
};
