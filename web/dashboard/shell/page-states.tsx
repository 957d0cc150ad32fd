/** What a page shows when it has nothing to show: it loads, it failed, it is empty, it is not for this person. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ApiError } from './api-error.ts';
import type { NeededArea } from './session.tsx';
import { useLocale } from './texts.tsx';
import type { Loaded } from './use-loaded.ts';

/** Grey blocks in the place of what comes; said to screen readers once. */
export const Loading: FunctionComponent<{ readonly rows?: number }> = ({ rows = 4 }) => {
	const { texts } = useLocale();
	return (
		<div class="skeleton" role="status">
			<span class="hidden">{texts.shell.loading}</span>
			{Array.from({ length: rows }, (_, row) => (
				<span key={row} class="bar" />
			))}
		</div>
	);
};

export interface EmptyStateProps {
	readonly icon: IconName;
	readonly title: string;
	readonly hint?: ComponentChildren;
	/** What to do about it. */
	readonly children?: ComponentChildren;
}

export const EmptyState: FunctionComponent<EmptyStateProps> = ({ icon, title, hint, children }) => (
	<div class="empty">
		<Icon name={icon} size={36} />
		<h2>{title}</h2>
		{hint !== undefined && <p class="muted">{hint}</p>}
		{children}
	</div>
);

export const NoRight: FunctionComponent<{ readonly area: NeededArea }> = ({ area }) => {
	const { texts, fill } = useLocale();
	const name = area === 'everyone' ? '' : texts.shell.areas[area];
	return <EmptyState icon="info" title={texts.shell.noRight} hint={fill(texts.shell.noRightHint, { area: name })} />;
};

export interface FailureProps {
	readonly error: unknown;
	readonly onRetry: () => void;
}

export const LoadFailure: FunctionComponent<FailureProps> = ({ error, onRetry }) => {
	const { texts } = useLocale();
	return (
		<Notice kind="error">
			<strong>{texts.shell.failed}</strong>
			{error instanceof ApiError && <p>{error.message}</p>}
			<button type="button" class="button" onClick={onRetry}>
				{texts.shell.retry}
			</button>
		</Notice>
	);
};

export interface WhenLoadedProps<T> {
	readonly loaded: Loaded<T>;
	readonly area?: NeededArea;
	readonly children: (value: T) => ComponentChildren;
}

/** Its child with the value, or the state in its place. A value stays while it is asked again. */
export function WhenLoaded<T>({ loaded, area = 'everyone', children }: WhenLoadedProps<T>) {
	const { value, error, isLoading, reload } = loaded;
	if (error instanceof ApiError && error.status === 403) return <NoRight area={area} />;
	if (error !== undefined && !isLoading) return <LoadFailure error={error} onRetry={reload} />;
	if (value === undefined) return <Loading />;
	return <>{children(value)}</>;
}
