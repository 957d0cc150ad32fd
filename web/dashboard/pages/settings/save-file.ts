/** Has the browser save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type }));
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// The download has begun by then.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
