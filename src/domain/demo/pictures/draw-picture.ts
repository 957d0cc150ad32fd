/**
 * Pictures of the demo catalogue, drawn rather than stored: one for each kind of product and colour. The same arguments
 * give the same text.
 */
import { createSeededRandom } from '../../../lib/seeded-random.ts';
import { hashTexts } from '../../../lib/text-hash.ts';
import { audioDrawings } from './audio-drawings.ts';
import { clothingDrawings } from './clothing-drawings.ts';
import { gearDrawings } from './gear-drawings.ts';
import { kitchenDrawings } from './kitchen-drawings.ts';
import { livingDrawings } from './living-drawings.ts';
import { type Drawing, findColour, mix, type Paint, toLightness } from './paint.ts';
import { runningDrawings } from './running-drawings.ts';

const drawings: Readonly<Record<string, Drawing>> = {
	...audioDrawings,
	...clothingDrawings,
	...gearDrawings,
	...kitchenDrawings,
	...livingDrawings,
	...runningDrawings,
};

/**
 * @param kind key of a product kind, such as `hiking-boots`
 * @param colour as in the address of the picture, such as `sage-green`
 * @returns an SVG document of 2 to 4 kB, 400 by 400; undefined for a kind or a colour that the catalogue does not have
 */
export function drawPicture(kind: string, colour: string): string | undefined {
	const drawing = Object.hasOwn(drawings, kind) ? drawings[kind] : undefined;
	const base = findColour(colour);
	if (drawing === undefined || base === undefined) return undefined;
	const { fraction } = createSeededRandom(hashTexts([kind, colour]));
	const paint = toPaint(base, fraction);
	const paper = toPaper(base, fraction());
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><defs>${gradient(
		'paper',
		[mix(paper, '#ffffff', 0.35), paper],
	)}${gradient('main', [paint.light, base, paint.dark])}${gradient('metal', ['#eceff1', '#b9bfc4', '#8b9298'])}<radialGradient id="shadow"><stop offset="0" stop-color="#1d2320" stop-opacity=".32"/><stop offset="1" stop-color="#1d2320" stop-opacity="0"/></radialGradient></defs><rect width="400" height="400" fill="url(#paper)"/><ellipse cx="200" cy="334" rx="150" ry="20" fill="url(#shadow)"/><g stroke-linecap="round" stroke-linejoin="round">${drawing(paint)}</g></svg>`;
}

function toPaint(base: string, random: () => number): Paint {
	const lightness = toLightness(base);
	return {
		main: 'url(#main)',
		base,
		light: mix(base, '#ffffff', lightness > 0.8 ? 0.6 : 0.24),
		dark: mix(base, '#14181c', lightness > 0.8 ? 0.16 : 0.3),
		ink: lightness < 0.3 ? '#6d737a' : '#2a2e33',
		metal: 'url(#metal)',
		accent: lightness > 0.7 ? '#7d8a83' : '#f2ead8',
		random,
	};
}

/** A pale ground that the product stands out from. */
function toPaper(base: string, random: number): string {
	const grounds = ['#e9e3d6', '#dfe6e1', '#e8dfdb', '#dde3ea', '#ebe6d3'];
	const ground = grounds[Math.floor(random * grounds.length)] ?? '#e9e3d6';
	return toLightness(base) > 0.75 ? mix(ground, '#5d6b66', 0.3) : mix(ground, base, 0.06);
}

function gradient(id: string, stops: readonly string[]): string {
	const parts = stops.map((colour, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${colour}"/>`);
	return `<linearGradient id="${id}" x1="0" y1="0" x2=".6" y2="1">${parts.join('')}</linearGradient>`;
}
