/** A sentence that stands out: what is wrong, what was done, what to know. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type NoticeKind = 'info' | 'warning' | 'error' | 'done';

const icons: Readonly<Record<NoticeKind, IconName>> = {
	info: 'info',
	warning: 'warning',
	error: 'warning',
	done: 'done',
};

export interface NoticeProps {
	readonly kind: NoticeKind;
	readonly children: ComponentChildren;
}

/** Errors are said at once by screen readers, the others when they have time. */
export const Notice: FunctionComponent<NoticeProps> = ({ kind, children }) => (
	<div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
		<Icon name={icons[kind]} />
		<div>{children}</div>
	</div>
);
