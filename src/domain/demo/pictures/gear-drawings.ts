import type { Drawing } from './paint.ts';

export const gearDrawings: Readonly<Record<string, Drawing>> = {
	'hiking-backpacks': ({ main, dark, light, ink, accent }) => `
<path d="M172 92c0-46 56-46 56 0" fill="none" stroke="${ink}" stroke-width="10"/><path d="M116 142c-34 20-42 120-22 164M284 142c34 20 42 120 22 164" fill="none" stroke="${ink}" stroke-width="14"/>
<path d="M120 132c0-30 24-44 80-44s80 14 80 44v166c0 22-12 32-34 32h-92c-22 0-34-10-34-32z" fill="${main}"/><path d="M114 138c0-40 30-56 86-56s86 16 86 56c0 16-20 24-86 24s-86-8-86-24z" fill="${dark}"/>
<rect x="142" y="214" width="116" height="92" rx="18" fill="${dark}"/><path d="M150 236h100" stroke="${accent}" stroke-width="5"/><path d="M166 160v52M234 160v52" stroke="${ink}" stroke-width="9"/><path d="M158 182h16v12h-16zM226 182h16v12h-16z" fill="${accent}"/><path d="M136 120c8-14 26-20 48-22" fill="none" stroke="${light}" stroke-width="7" opacity=".6"/>`,

	tents: ({ main, dark, light, ink, accent }) => `
<path d="M200 96L40 324h320z" fill="${main}"/><path d="M200 96l-44 228H40z" fill="${light}" opacity=".35"/><path d="M200 96l-56 228h112z" fill="${dark}"/><path d="M200 130l-34 194h34z" fill="${ink}"/><path d="M200 130l34 194h-34z" fill="${accent}" opacity=".55"/>
<path d="M200 96l-14-20M200 96l14-20" stroke="${ink}" stroke-width="7"/><path d="M92 250L22 322M308 250l70 72" stroke="${ink}" stroke-width="3"/><path d="M22 322v10M378 322v10" stroke="${ink}" stroke-width="6"/>`,

	'sleeping-bags': ({ main, dark, light, ink, accent }) => `
<g transform="rotate(24 200 210)"><path d="M140 130c0-60 120-60 120 0l8 60-20 130c-4 20-92 20-96 0l-20-130z" fill="${main}"/><path d="M152 128c0-40 96-40 96 0 0 34-20 50-48 50s-48-16-48-50z" fill="${ink}"/><path d="M162 130c0-26 76-26 76 0 0 24-14 36-38 36s-38-12-38-36z" fill="${accent}"/>
<path d="M134 196q66 24 132 0M140 228q60 22 120 0M144 260q56 22 112 0M150 292q50 20 100 0" fill="none" stroke="${dark}" stroke-width="6"/><path d="M238 178v104" stroke="${light}" stroke-width="5"/></g>`,

	'sleeping-mats': ({ main, dark, light, ink }) => `
<path d="M96 188L322 120c20-4 30 12 30 30l-6 150-230 28z" fill="${main}"/><g stroke="${dark}" stroke-width="6" opacity=".6">${Array.from({ length: 6 }, (_, index) => `<path d="M${142 + index * 34} ${182 - index * 10}l4 ${134 - index * 1}"/>`).join('')}</g>
<circle cx="104" cy="258" r="72" fill="${main}"/><circle cx="104" cy="258" r="52" fill="none" stroke="${dark}" stroke-width="7"/><circle cx="104" cy="258" r="32" fill="none" stroke="${dark}" stroke-width="7"/><circle cx="104" cy="258" r="12" fill="${dark}"/><path d="M54 222c10-18 24-26 42-28" fill="none" stroke="${light}" stroke-width="7" opacity=".7"/><circle cx="338" cy="150" r="8" fill="${ink}"/>`,

	headlamps: ({ main, dark, light, ink, metal }) => `
<path d="M216 214L388 120v172z" fill="#ffe9a8" opacity=".55"/><path d="M76 214c0-92 200-92 212-6M76 214c0 88 160 96 204 30" fill="none" stroke="${ink}" stroke-width="24"/><path d="M88 178c26-48 128-56 166-18" fill="none" stroke="${light}" stroke-width="5" opacity=".6"/>
<rect x="198" y="158" width="112" height="112" rx="26" fill="${main}"/><circle cx="262" cy="214" r="40" fill="${metal}"/><circle cx="262" cy="214" r="28" fill="#fff7d8"/><circle cx="262" cy="214" r="11" fill="#ffd75e"/><rect x="214" y="150" width="40" height="14" rx="6" fill="${dark}"/>`,

	'camping-stoves': ({ main, dark, light, ink, metal }) => `
<path d="M118 118h164v56a30 30 0 0 1-30 30H148a30 30 0 0 1-30-30z" fill="${metal}"/><ellipse cx="200" cy="118" rx="82" ry="15" fill="#e3e7ea"/><path d="M282 136c34 0 34 40 0 40" fill="none" stroke="${ink}" stroke-width="8"/>
<path d="M170 224c-10-14 4-20 4-30 12 8 10 18 10 30M194 226c-12-18 6-26 6-40 14 12 16 24 10 40M220 224c-8-14 6-20 6-30 12 10 10 18 6 30" fill="#4e8fd6"/><path d="M130 206l30 28h80l30-28" fill="none" stroke="${ink}" stroke-width="8"/><rect x="184" y="230" width="32" height="22" fill="${metal}"/>
<path d="M142 262c0-14 116-14 116 0v50c0 24-116 24-116 0z" fill="${main}"/><path d="M142 288c20 12 96 12 116 0" fill="none" stroke="${light}" stroke-width="8"/><path d="M216 242h34" stroke="${dark}" stroke-width="7"/>`,

	'trekking-poles': ({ base, dark, light, ink }) =>
		['rotate(14 200 200)', 'translate(400 0) scale(-1 1) rotate(14 200 200)']
			.map(
				(transform) => `
<g transform="${transform}"><path d="M176 120v210" stroke="#aab0b5" stroke-width="9"/><path d="M176 120v92" stroke="${base}" stroke-width="15"/><path d="M173 130v78" stroke="${light}" stroke-width="4" opacity=".6"/><rect x="164" y="50" width="24" height="84" rx="11" fill="#c9a273"/><path d="M166 74h20M166 92h20M166 110h20" stroke="#9a7648" stroke-width="3"/><path d="M176 54c-40 10-42 60-8 66" fill="none" stroke="${dark}" stroke-width="7"/><rect x="166" y="202" width="20" height="20" rx="4" fill="${ink}"/><ellipse cx="176" cy="306" rx="25" ry="7" fill="${ink}"/></g>`,
			)
			.join(''),

	'insulated-bottles': ({ main, dark, light, ink, metal }) => `
<path d="M176 62c0-24 48-24 48 0" fill="none" stroke="${ink}" stroke-width="9"/><rect x="162" y="64" width="76" height="44" rx="10" fill="${ink}"/><rect x="166" y="106" width="68" height="16" fill="${metal}"/>
<path d="M166 120h68c22 14 30 30 30 54v128c0 18-10 28-28 28h-72c-18 0-28-10-28-28V174c0-24 8-40 30-54z" fill="${main}"/><path d="M154 172v126" stroke="${light}" stroke-width="11" opacity=".6"/><path d="M136 302h128" stroke="${dark}" stroke-width="4" opacity=".6"/><path d="M184 214l16-24 16 24zM196 226l14-20 14 20z" fill="${light}" opacity=".7"/>`,
};
