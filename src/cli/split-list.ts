/** The parts of a list that was written in one text, without white space around them and without the empty ones. */
export function splitList(text: string, separator = ','): string[] {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
