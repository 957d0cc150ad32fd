/** A page that fails says so, and leaves the menu as it is. */
import { Component, type ComponentChildren } from 'preact';
import { Notice } from '../../ui/notice.tsx';

export interface FailureBoundaryProps {
	readonly title: string;
	readonly hint: string;
	readonly reloadText: string;
	readonly children: ComponentChildren;
}

export class FailureBoundary extends Component<FailureBoundaryProps, { readonly hasFailed: boolean }> {
	override state = { hasFailed: false };

	static override getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override componentDidCatch(error: unknown): void {
		console.error(error);
	}

	override render({ title, hint, reloadText, children }: FailureBoundaryProps): ComponentChildren {
		if (!this.state.hasFailed) return children;
		return (
			<Notice kind="error">
				<strong>{title}</strong>
				<p>{hint}</p>
				<button type="button" class="button" onClick={() => location.reload()}>
					{reloadText}
				</button>
			</Notice>
		);
	}
}
