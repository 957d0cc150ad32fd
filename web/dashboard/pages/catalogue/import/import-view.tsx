/** A file of the shop becomes items of an index: choose it, look at what it holds, and watch it go. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callApi } from '../../../shell/call-api.ts';
import { WhenLoaded } from '../../../shell/page-states.tsx';
import { useLoaded } from '../../../shell/use-loaded.ts';
import { type IndexTarget, toApiPath } from '../index-paths.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportSetup } from './import-setup.tsx';
import { type ImportPlan, type ImportRun, startImport } from './run-import.ts';

export interface ImportViewProps {
	readonly target: IndexTarget;
	readonly isReadOnly: boolean;
}

export const ImportView: FunctionComponent<ImportViewProps> = ({ target, isReadOnly }) => {
	const [file, setFile] = useState<File>();
	const [run, setRun] = useState<ImportRun>();
	// Whoever leaves all the same ends it; otherwise its temporary index would keep the engine locked.
	useEffect(() => {
		if (run === undefined) return;
		addEventListener('pagehide', run.cancel);
		return () => {
			removeEventListener('pagehide', run.cancel);
			run.cancel();
		};
	}, [run]);
	const start = (plan: ImportPlan) => setRun(startImport(plan));
	const begin = () => {
		setRun(undefined);
		setFile(undefined);
	};
	if (run !== undefined) return <ImportProgress key={run.plan.file.name} run={run} onRestart={start} onOther={begin} />;
	if (file === undefined) return <FileDrop isReadOnly={isReadOnly} onFile={setFile} />;
	return <CountedSetup target={target} file={file} onStart={start} onOther={begin} />;
};

interface CountedSetupProps {
	readonly target: IndexTarget;
	readonly file: File;
	readonly onStart: (plan: ImportPlan) => void;
	readonly onOther: () => void;
}

/** What is live before says what a replacement takes away. */
const CountedSetup: FunctionComponent<CountedSetupProps> = (props) => {
	const path = `${toApiPath(props.target)}/items/_count`;
	const live = useLoaded((signal) => callApi<{ readonly count: number }>(path, { signal }), path);
	return (
		<WhenLoaded loaded={live} area="catalogue">
			{({ count }) => <ImportSetup {...props} liveCount={count} />}
		</WhenLoaded>
	);
};
