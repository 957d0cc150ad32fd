import type { Drawing } from './paint.ts';

/** Body and sleeves of what is worn above the waist. */
const body = 'M150 96l-58 26-46 136 50 20 26-70-4 122h164l-4-122 26 70 50-20-46-136-58-26c-14 22-86 22-100 0z';

export const clothingDrawings: Readonly<Record<string, Drawing>> = {
	'rain-jackets': ({ main, dark, light, ink, accent }) => `
<path d="M148 104c-8-60 112-60 104 0-16 26-88 26-104 0z" fill="${dark}"/><path d="${body}" fill="${main}"/><path d="M164 98c4-30 68-30 72 0-10 20-62 20-72 0z" fill="${ink}"/>
<path d="M200 118v212" stroke="${accent}" stroke-width="5"/><path d="M118 172l62 22M282 172l-62 22" stroke="${dark}" stroke-width="5"/><path d="M146 248l34 22M254 248l-34 22" stroke="${ink}" stroke-width="5"/>
<path d="M108 140l-34 100M138 120l-6 60" stroke="${light}" stroke-width="7" opacity=".5"/><rect x="226" y="202" width="34" height="12" rx="3" fill="${accent}" opacity=".8"/>`,

	'insulated-jackets': ({ main, dark, light, ink }) => `
<path d="M154 100c-4-34 96-34 92 0z" fill="${dark}"/><path d="${body}" fill="${main}"/>
<g fill="none" stroke="${dark}" stroke-width="5" opacity=".75"><path d="M126 152q74 24 148 0M122 188q78 24 156 0M120 224q80 24 160 0M119 260q81 24 162 0M118 296q82 24 164 0M76 172l40 18M66 204l40 18M56 236l42 18M324 172l-40 18M334 204l-40 18M344 236l-42 18"/></g>
<path d="M200 112v218" stroke="${ink}" stroke-width="5"/><path d="M136 134q26 12 50 14M132 172q26 12 54 14M130 208q26 12 56 14" fill="none" stroke="${light}" stroke-width="6" opacity=".5"/>`,

	'fleece-jackets': ({ main, dark, light, ink, accent, random }) => `
<path d="M158 106V76c20-10 64-10 84 0v30z" fill="${dark}"/><path d="${body}" fill="${main}"/><path d="M200 80v250" stroke="${ink}" stroke-width="6"/><path d="M122 128l28 32h100l28-32-28-32c-14 22-86 22-100 0z" fill="${dark}" opacity=".7"/>
<g fill="${light}" opacity=".45">${Array.from({ length: 60 }, () => `<circle cx="${Math.round(128 + random() * 144)}" cy="${Math.round(176 + random() * 146)}" r="3"/>`).join('')}</g><rect x="224" y="186" width="42" height="44" rx="5" fill="${dark}"/><path d="M224 192h42" stroke="${accent}" stroke-width="4"/>`,

	'hiking-trousers': ({ main, dark, light, ink }) => `
<path d="M126 78h148l24 250h-68l-30-158-30 158h-68z" fill="${main}"/><rect x="124" y="70" width="152" height="24" rx="6" fill="${dark}"/><rect x="188" y="70" width="24" height="24" rx="3" fill="${ink}"/>
<path d="M200 94v76M132 106c10 26 26 32 38 32M268 106c-10 26-26 32-38 32" fill="none" stroke="${dark}" stroke-width="5"/><path d="M118 212l64 8M282 212l-64 8" stroke="${dark}" stroke-width="5"/><rect x="110" y="160" width="42" height="46" rx="5" fill="${dark}" opacity=".7"/>
<path d="M146 110l-12 190" stroke="${light}" stroke-width="7" opacity=".45"/>`,

	'merino-base-layers': ({ main, dark, light, accent }) => `
<path d="${body}" fill="${main}"/><path d="M152 97c14 34 82 34 96 0" fill="none" stroke="${dark}" stroke-width="10"/>
<g stroke="${light}" stroke-width="3" opacity=".35">${Array.from({ length: 12 }, (_, index) => `<path d="M${128 + index * 13} 150v174"/>`).join('')}</g><path d="M118 138l6 70M282 138l-6 70" stroke="${dark}" stroke-width="4"/><path d="M120 320h160M50 254l44 18M350 254l-44 18" stroke="${dark}" stroke-width="9"/><circle cx="240" cy="176" r="9" fill="${accent}"/>`,

	'hiking-boots': ({ main, dark, light, ink, accent }) => `
<path d="M118 92h96c4 40 10 66 32 86 26 22 78 24 90 70 4 16 2 30 0 40H112c-10-64-6-140 6-196z" fill="${main}"/><path d="M118 92h96l3 30H115z" fill="${dark}"/>
<path d="M256 196c44 10 80 24 82 70l-2 22h-70c4-34 2-64-10-92z" fill="${dark}" opacity=".65"/><path d="M108 284h232c6 0 8 6 8 14v20c0 8-4 12-12 12H114c-8 0-12-4-12-12v-22c0-8 2-12 6-12z" fill="${ink}"/>
<g fill="#e9e3d6" opacity=".5">${Array.from({ length: 8 }, (_, index) => `<rect x="${116 + index * 29}" y="320" width="13" height="10"/>`).join('')}</g>
<path d="M206 136l30-10M212 158l32-14M224 178l32-18M242 194l28-22" stroke="${accent}" stroke-width="7"/><path d="M128 128c-8 44-8 96-4 140" fill="none" stroke="${light}" stroke-width="7" opacity=".5"/>`,

	'hiking-socks': ({ main, dark, light, accent }) =>
		[0, 74]
			.map(
				(x) => `
<path d="M${108 + x} 70h76v130c0 16 10 26 26 38 30 22 34 54 14 74s-56 16-82-8c-24-22-34-50-34-84z" fill="${main}"/><rect x="${104 + x}" y="66" width="84" height="34" rx="8" fill="${dark}"/><path d="M${108 + x} 118h76M${108 + x} 132h76" stroke="${accent}" stroke-width="6"/>
<path d="M${188 + x} 206c-30 0-52 16-60 42" fill="none" stroke="${dark}" stroke-width="6" opacity=".7"/><path d="M${122 + x} 150v70" stroke="${light}" stroke-width="7" opacity=".5"/>`,
			)
			.join(''),

	beanies: ({ main, dark, light, accent, random }) => `
<path d="M92 256c-6-124 52-160 108-160s114 36 108 160z" fill="${main}"/>${random() < 0.6 ? `<circle cx="200" cy="84" r="30" fill="${accent}"/>` : ''}
<g fill="none" stroke="${dark}" stroke-width="5" opacity=".5"><path d="M132 248c-4-80 20-120 46-146M166 250c-4-70 8-120 22-148M268 248c4-80-20-120-46-146M234 250c4-70-8-120-22-148"/></g>
<rect x="80" y="242" width="240" height="76" rx="22" fill="${dark}"/><g stroke="${light}" stroke-width="4" opacity=".35">${Array.from({ length: 15 }, (_, index) => `<path d="M${98 + index * 14.6} 252v56"/>`).join('')}</g><rect x="222" y="264" width="56" height="32" rx="4" fill="${accent}"/>`,
};
