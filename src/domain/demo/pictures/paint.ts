/** What a picture is painted with: colours as `#rrggbb`, and `main`, a shading from light to dark. */
export interface Paint {
	readonly main: string;
	readonly base: string;
	readonly light: string;
	readonly dark: string;
	/** Soles, cables, feet: nearly black, or lighter on a black product. */
	readonly ink: string;
	/** Metal, by its shading. */
	readonly metal: string;
	/** A colour beside the product's own, for labels and seams. */
	readonly accent: string;
	/** In [0, 1), the same for a picture each time. */
	readonly random: () => number;
}

/** Shapes of a square of 400 by 400, the product in its middle and standing at about 330, as SVG. */
export type Drawing = (paint: Paint) => string;

const colours: Readonly<Record<string, string>> = {
	black: '#33363b',
	graphite: '#50545c',
	'moss-green': '#66753f',
	'burnt-orange': '#c8612a',
	'slate-blue': '#5b7391',
	sand: '#d3be98',
	navy: '#2b3d63',
	'forest-green': '#33604a',
	rust: '#a84f2d',
	'storm-grey': '#7c858c',
	'glacier-blue': '#9cc3d5',
	mustard: '#d3a12f',
	plum: '#6f3d62',
	white: '#f1efe9',
	'neon-yellow': '#d7e63a',
	coral: '#f0735f',
	'electric-blue': '#2f6be0',
	mint: '#9bd6bb',
	'light-grey': '#c8cbcc',
	lavender: '#b2a3d6',
	brown: '#84583a',
	'dark-brown': '#573a29',
	tan: '#c0925f',
	olive: '#75733f',
	cream: '#efe4c9',
	'sage-green': '#9db394',
	red: '#bf3a35',
	anthracite: '#474a4e',
	silver: '#bfc4c8',
	copper: '#c27a4e',
	'matt-black': '#2f3134',
	ecru: '#e5dac2',
	'pale-grey': '#cfd1d0',
	'dusty-pink': '#d9a9a4',
	terracotta: '#c26e4d',
	'midnight-blue': '#28345c',
	ochre: '#cb9333',
	brass: '#c9a44f',
	walnut: '#75503a',
	oak: '#c69f6d',
};

/** Of a colour by its name in an address, such as `sage-green`; undefined for one that the catalogue does not have. */
export function findColour(slug: string): string | undefined {
	return Object.hasOwn(colours, slug) ? colours[slug] : undefined;
}

/** Mixes two colours: 0 is the first, 1 the second. */
export function mix(first: string, second: string, ratio: number): string {
	const [from, to] = [toChannels(first), toChannels(second)];
	const channels = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * ratio));
	return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Perceived lightness, 0 to 1. */
export function toLightness(colour: string): number {
	const [red = 0, green = 0, blue = 0] = toChannels(colour);
	return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

function toChannels(colour: string): number[] {
	return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
