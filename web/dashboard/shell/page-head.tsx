/** The head of a page: its title, what it is for, and what can be done with all of it. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocale } from './texts.tsx';

export interface PageHeadProps {
	readonly title: string;
	readonly hint?: ComponentChildren;
	/** Buttons and filters. */
	readonly children?: ComponentChildren;
}

export const PageHead: FunctionComponent<PageHeadProps> = ({ title, hint, children }) => {
	const { texts } = useLocale();
	useEffect(() => {
		document.title = `${title} · ${texts.shell.dashboard}`;
	}, [title, texts]);
	return (
		<div class="page-head">
			<div>
				<h1>{title}</h1>
				{hint !== undefined && <p class="muted">{hint}</p>}
			</div>
			{children !== undefined && <div class="actions">{children}</div>}
		</div>
	);
};
