/** The element itself, or the closest one around it, that matches: out of shadow roots, too, which `closest` ends at. */
export function findAround(element: Element, selector: string): Element | null {
	for (let from: Element | null = element; from !== null; ) {
		const found = from.closest(selector);
		if (found !== null) return found;
		const root: Node = from.getRootNode();
		from = root instanceof ShadowRoot ? root.host : null;
	}
	return null;
}
