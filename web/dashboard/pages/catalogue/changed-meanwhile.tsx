/** Loads what somebody else has saved meanwhile, and shows it beside what was to be saved. */
import type { FunctionComponent } from 'preact';
import { type ApiAnswer, callForAnswer } from '../../shell/call-api.ts';
import { ConflictDialog } from '../../shell/conflict-dialog.tsx';
import { LoadFailure } from '../../shell/page-states.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';

export interface ChangedMeanwhileProps<T> {
	/** Of what was to be changed. */
	readonly path: string;
	readonly mine: unknown;
	/** The part of theirs that is compared; all of it by default. */
	readonly toCompared?: (theirs: T) => unknown;
	readonly onKeepMine: (theirs: ApiAnswer<T>) => void;
	readonly onTakeTheirs: (theirs: ApiAnswer<T>) => void;
	readonly onClose: () => void;
}

export function ChangedMeanwhile<T>(props: ChangedMeanwhileProps<T>): ReturnType<FunctionComponent> {
	const { path, mine, toCompared = (theirs: T) => theirs, onKeepMine, onTakeTheirs, onClose } = props;
	const { value, error, reload } = useLoaded((signal) => callForAnswer<T>(path, { signal }), path);
	if (error !== undefined) return <LoadFailure error={error} onRetry={reload} />;
	if (value === undefined) return null;
	return (
		<ConflictDialog
			mine={mine}
			theirs={toCompared(value.value)}
			onKeepMine={() => onKeepMine(value)}
			onTakeTheirs={() => onTakeTheirs(value)}
			onClose={onClose}
		/>
	);
}
