/** A style sheet of a package is bundled as its text. */
declare module '*.css' {
	const text: string;
	// biome-ignore lint/style/noDefaultExport: this is how the bundler gives a text.
	export default text;
}
