/** Tabs by the ARIA pattern: arrow keys move between them, and the chosen one is in the order of the Tab key. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';

export interface Tab {
	readonly name: string;
	readonly title: string;
}

export interface TabsProps {
	/** What the tabs are of, for screen readers. */
	readonly label: string;
	readonly tabs: readonly Tab[];
	readonly chosen: string;
	readonly onChoose: (name: string) => void;
	/** What the chosen tab shows. */
	readonly children: ComponentChildren;
}

export const Tabs: FunctionComponent<TabsProps> = ({ label, tabs, chosen, onChoose, children }) => {
	const id = useId();
	const moveTo = (list: HTMLElement, name: string | undefined) => {
		if (name === undefined) return;
		onChoose(name);
		list.querySelector<HTMLElement>(`[data-tab="${name}"]`)?.focus();
	};
	return (
		<div class="stack">
			<div
				role="tablist"
				class="tabs"
				aria-label={label}
				onKeyDown={(event) => {
					const index = tabs.findIndex(({ name }) => name === chosen);
					const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
					const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[event.key];
					if (step !== undefined) moveTo(event.currentTarget, tabs.at((index + step) % tabs.length)?.name);
					if (event.key === 'Home') moveTo(event.currentTarget, tabs[0]?.name);
					if (event.key === 'End') moveTo(event.currentTarget, tabs.at(-1)?.name);
				}}
			>
				{tabs.map(({ name, title }) => (
					<button
						key={name}
						type="button"
						role="tab"
						id={`${id}-${name}`}
						data-tab={name}
						aria-selected={name === chosen}
						aria-controls={`${id}-panel`}
						tabIndex={name === chosen ? 0 : -1}
						onClick={() => onChoose(name)}
					>
						{title}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="stack">
				{children}
			</div>
		</div>
	);
};
