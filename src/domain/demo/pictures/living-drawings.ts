import type { Drawing } from './paint.ts';

export const livingDrawings: Readonly<Record<string, Drawing>> = {
	'duvet-covers': ({ main, dark, light, accent, random }) => `
<rect x="44" y="120" width="312" height="196" rx="20" fill="#b99f80"/><rect x="60" y="150" width="280" height="176" rx="22" fill="#f4f1ea"/>
<rect x="76" y="132" width="112" height="66" rx="26" fill="#fbf9f4"/><rect x="212" y="132" width="112" height="66" rx="26" fill="#fbf9f4"/>
<path d="M56 218c60-22 110 12 148 0s96-18 140 0v92a20 20 0 0 1-20 20H76a20 20 0 0 1-20-20z" fill="${main}"/>
<path d="M56 240c60-22 110 12 148 0s96-18 140 0" fill="none" stroke="${light}" stroke-width="10"/>
<g stroke="${accent}" stroke-width="3" opacity="${(0.25 + random() * 0.4).toFixed(2)}">${Array.from({ length: 9 }, (_, index) => `<path d="M${84 + index * 29} 246v76"/>`).join('')}</g><path d="M150 262c-6 20-2 42 4 58M262 256c8 22 4 44 0 64" fill="none" stroke="${dark}" stroke-width="3" opacity=".4"/>`,

	throws: ({ main, dark, light }) => `
<path d="M84 120c50-26 178-30 232 0l14 150c-60 22-196 26-258 0z" fill="${main}"/><path d="M118 110c-10 60-10 120 2 172M282 110c8 60 8 120-2 172M200 102v188" fill="none" stroke="${dark}" stroke-width="5" opacity=".45"/>
<path d="M80 164c70-20 172-22 240 0M76 216c74 20 176 22 250 0" fill="none" stroke="${light}" stroke-width="9" opacity=".7"/>
<g stroke="${dark}" stroke-width="6">${Array.from({ length: 14 }, (_, index) => `<path d="M${86 + index * 18} ${276 + Math.round(9 * Math.sin((index / 13) * Math.PI))}v30"/>`).join('')}</g>`,

	rugs: ({ main, dark, light, accent, random }) => {
		const wide = 24 + Math.round(random() * 18);
		return `
<path d="M96 110h208l52 206H44z" fill="${main}"/><path d="M110 128h180l42 170H68z" fill="none" stroke="${light}" stroke-width="9"/>
<path d="M200 150l${wide * 2} 62-${wide * 2} 68-${wide * 2}-68z" fill="${dark}"/><path d="M200 176l${wide} 36-${wide} 40-${wide}-40z" fill="${accent}"/>
<g stroke="${light}" stroke-width="5">${Array.from({ length: 20 }, (_, index) => `<path d="M${48 + index * 16} 318l-3 15"/>`).join('')}${Array.from({ length: 14 }, (_, index) => `<path d="M${100 + index * 15.5} 108l1-12"/>`).join('')}</g>`;
	},

	'bath-towels': ({ main, dark, light }) => `
${[276, 222, 168].map((y, index) => `<rect x="${74 + index * 8}" y="${y}" width="${252 - index * 16}" height="56" rx="27" fill="${main}"/><path d="M${104 + index * 8} ${y + 28}h${190 - index * 16}" stroke="${dark}" stroke-width="3" opacity=".45"/><path d="M${110 + index * 8} ${y + 12}h${120 - index * 10}" stroke="${light}" stroke-width="6" opacity=".7"/>`).join('')}
<path d="M120 168c0-66 34-84 80-84s80 18 80 84z" fill="${main}"/><path d="M200 84c-30 12-40 46-38 84" fill="none" stroke="${dark}" stroke-width="4" opacity=".5"/><path d="M148 138c2-20 12-32 28-38" fill="none" stroke="${light}" stroke-width="7" opacity=".7"/>`,

	'desk-lamps': ({ main, dark, ink, metal }) => `
<path d="M196 180l76 146H82z" fill="#ffe9a8" opacity=".5"/><ellipse cx="266" cy="320" rx="66" ry="14" fill="${main}"/>
<path d="M266 312L306 206 214 116" fill="none" stroke="${metal}" stroke-width="12"/><circle cx="306" cy="206" r="13" fill="${ink}"/><circle cx="214" cy="116" r="11" fill="${ink}"/>
<path d="M226 96l-96 34c-8 28 14 66 44 72l68-72c6-14-4-30-16-34z" fill="${main}"/><path d="M130 130c4 32 22 56 44 72" fill="none" stroke="${dark}" stroke-width="9"/>`,

	'floor-lamps': ({ main, dark, light, ink }) => `
<path d="M138 152h124l54 178H84z" fill="#ffe9a8" opacity=".45"/><path d="M200 140v180" stroke="${ink}" stroke-width="9"/><ellipse cx="200" cy="324" rx="58" ry="12" fill="${ink}"/>
<path d="M156 58h88l38 100H118z" fill="${main}"/><path d="M118 158h164" stroke="${dark}" stroke-width="8"/><path d="M168 70l-24 76" stroke="${light}" stroke-width="8" opacity=".7"/><path d="M224 158v34" stroke="${ink}" stroke-width="3"/><circle cx="224" cy="196" r="5" fill="${ink}"/>`,

	'robot-vacuums': ({ main, dark, light, ink, metal }) => `
<path d="M52 244v24c0 40 66 66 148 66s148-26 148-66v-24z" fill="${dark}"/><ellipse cx="200" cy="240" rx="148" ry="74" fill="${main}"/>
<ellipse cx="200" cy="232" rx="106" ry="49" fill="none" stroke="${dark}" stroke-width="3" opacity=".6"/><ellipse cx="200" cy="206" rx="38" ry="18" fill="${ink}"/><ellipse cx="200" cy="198" rx="38" ry="18" fill="${metal}"/>
<ellipse cx="200" cy="252" rx="15" ry="8" fill="${light}"/><ellipse cx="200" cy="252" rx="7" ry="4" fill="#6fc28a"/><path d="M84 222c20-24 48-36 76-40" fill="none" stroke="${light}" stroke-width="7" opacity=".7"/>
<path d="M60 290l-28 22m30-8l-12 24m-4-30l-22 2" stroke="${ink}" stroke-width="4"/>`,

	'air-purifiers': ({ main, dark, light, ink }) => `
<rect x="122" y="66" width="156" height="264" rx="44" fill="${main}"/><ellipse cx="200" cy="96" rx="62" ry="20" fill="${dark}"/><ellipse cx="200" cy="93" rx="48" ry="13" fill="${ink}"/>
<g fill="${dark}">${Array.from({ length: 54 }, (_, index) => `<circle cx="${146 + (index % 9) * 13.5}" cy="${200 + Math.floor(index / 9) * 17}" r="3.6"/>`).join('')}</g>
<rect x="168" y="142" width="64" height="28" rx="14" fill="${ink}"/><circle cx="186" cy="156" r="5" fill="#6fc28a"/><path d="M198 156h20" stroke="#cfd8d4" stroke-width="4"/><path d="M138 122v64" stroke="${light}" stroke-width="7" opacity=".7"/>
<path d="M150 52c10-14 26-14 36-2s26 10 36-2" fill="none" stroke="#8fb7c4" stroke-width="5" opacity=".8"/>`,
};
