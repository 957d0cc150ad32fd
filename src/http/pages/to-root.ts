/** From a page to the root of the server: `../` for each folder. */
export function toRoot(url: string): string {
	const [path = ''] = url.split('?', 1);
	return '../'.repeat(path.split('/').length - 2) || './';
}
