/** Styles that are there when something needs them: each text becomes a style sheet of the document, once. */
const adopted = new Set<string>();

export function adoptStyles(text: string): void {
	if (adopted.has(text)) return;
	adopted.add(text);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(text);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
