/** A text for each plural form of its language (CLDR); `other` is what all languages have. */
export type CountForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/**
 * `{name}` in a text becomes its value. What shoppers and feeds wrote is isolated (UAX #9), so that its direction does not
 * change the order of what stands around it.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
	return text.replaceAll(/\{(\w+)\}/g, (hole, name) => {
		const value = values[name];
		return typeof value === 'string' ? `\u2068${value}\u2069` : String(value ?? hole);
	});
}

/** @param language of the texts */
export function fillCount(forms: CountForms, count: number, language: string): string {
	const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
	return form.replace('{count}', new Intl.NumberFormat(language).format(count));
}
