/** The parts of a list written as one text, trimmed, without the empty ones. */
export function splitList(text: string, separator = ','): string[] {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
