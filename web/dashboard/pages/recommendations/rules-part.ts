import type { WidgetRules } from './widget.ts';

/** What each part of the form gets. */
export interface RulesPartProps {
	readonly rules: WidgetRules;
	readonly onChange: (change: Partial<WidgetRules>) => void;
	readonly findProblem: (field: string) => string | undefined;
	readonly isDisabled: boolean;
}
