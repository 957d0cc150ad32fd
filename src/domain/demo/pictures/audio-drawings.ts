import type { Drawing } from './paint.ts';

export const audioDrawings: Readonly<Record<string, Drawing>> = {
	'over-ear-headphones': ({ main, ink, dark, light }) => `
<path d="M104 232C96 108 148 70 200 70s104 38 96 162" fill="none" stroke="${dark}" stroke-width="22"/>
<path d="M126 130c14-32 42-46 74-46s60 14 74 46" fill="none" stroke="${light}" stroke-width="8" opacity=".6"/>
<path d="M106 196v48M294 196v48" stroke="#aab0b5" stroke-width="12"/>
<rect x="78" y="204" width="58" height="116" rx="28" fill="${main}"/><rect x="264" y="204" width="58" height="116" rx="28" fill="${main}"/>
<rect x="126" y="210" width="26" height="104" rx="13" fill="${ink}"/><rect x="248" y="210" width="26" height="104" rx="13" fill="${ink}"/>
<circle cx="102" cy="262" r="10" fill="${light}" opacity=".5"/>`,

	'wireless-earbuds': ({ main, dark, ink, light }) => `
<rect x="96" y="206" width="208" height="122" rx="56" fill="${main}"/><path d="M98 254h204" stroke="${dark}" stroke-width="3"/>
<circle cx="200" cy="288" r="5" fill="#7fd08c"/>
<g fill="${main}"><path d="M150 92c24 0 36 16 36 36 0 18-10 28-18 32l-4 48c-1 12-22 12-23 0l-2-54c-14-4-25-14-25-30 0-18 16-32 36-32z"/><path d="M250 92c-24 0-36 16-36 36 0 18 10 28 18 32l4 48c1 12 22 12 23 0l2-54c14-4 25-14 25-30 0-18-16-32-36-32z"/></g>
<ellipse cx="171" cy="128" rx="15" ry="20" fill="${ink}"/><ellipse cx="229" cy="128" rx="15" ry="20" fill="${ink}"/>
<path d="M130 116c4-8 10-12 18-12" fill="none" stroke="${light}" stroke-width="5" opacity=".7"/><path d="M112 238c10-16 22-22 44-22" fill="none" stroke="${light}" stroke-width="6" opacity=".6"/>`,

	'portable-speakers': ({ main, dark, ink, light, accent }) => `
<path d="M120 148c0-46 160-46 160 0" fill="none" stroke="${ink}" stroke-width="12"/>
<rect x="72" y="144" width="256" height="186" rx="58" fill="${main}"/>
<circle cx="146" cy="238" r="52" fill="${dark}"/><circle cx="146" cy="238" r="34" fill="${ink}"/><circle cx="146" cy="238" r="13" fill="${light}"/>
<circle cx="256" cy="238" r="52" fill="${dark}"/><circle cx="256" cy="238" r="34" fill="${ink}"/><circle cx="256" cy="238" r="13" fill="${light}"/>
<g fill="${accent}"><circle cx="176" cy="164" r="5"/><circle cx="200" cy="164" r="5"/><circle cx="224" cy="164" r="5"/></g>`,

	'bookshelf-speakers': ({ main, dark, light, metal }) =>
		[78, 212]
			.map(
				(x) => `
<rect x="${x}" y="90" width="110" height="240" rx="8" fill="${main}"/><rect x="${x + 8}" y="98" width="94" height="224" rx="5" fill="${dark}"/>
<circle cx="${x + 55}" cy="144" r="24" fill="#22262a"/><circle cx="${x + 55}" cy="144" r="9" fill="${metal}"/>
<circle cx="${x + 55}" cy="246" r="42" fill="#22262a"/><circle cx="${x + 55}" cy="246" r="31" fill="#3a4046"/><circle cx="${x + 55}" cy="246" r="12" fill="${metal}"/>
<path d="M${x + 12} 104h86" stroke="${light}" stroke-width="2" opacity=".5"/>`,
			)
			.join(''),

	soundbars: ({ main, dark, ink, light }) => `
<rect x="112" y="92" width="176" height="112" rx="6" fill="#2c3136"/><rect x="119" y="99" width="162" height="98" rx="3" fill="#55708a"/>
<path d="M119 170l44-36 34 26 40-40 44 42v35H119z" fill="#3f5468"/><path d="M200 204v26" stroke="#2c3136" stroke-width="14"/>
<rect x="40" y="258" width="320" height="66" rx="24" fill="${main}"/><rect x="52" y="270" width="296" height="42" rx="18" fill="${dark}"/>
<g fill="${ink}">${Array.from({ length: 22 }, (_, index) => `<circle cx="${74 + index * 12}" cy="291" r="3.4"/>`).join('')}</g>
<path d="M66 264h90" stroke="${light}" stroke-width="4" opacity=".6"/>`,

	turntables: ({ main, dark, metal, ink, accent }) => `
<path d="M52 236l44-66h208l44 66z" fill="${main}"/><rect x="52" y="236" width="296" height="76" rx="8" fill="${dark}"/>
<ellipse cx="184" cy="204" rx="104" ry="29" fill="#1e2124"/><ellipse cx="184" cy="202" rx="76" ry="20" fill="none" stroke="#43494e" stroke-width="2"/><ellipse cx="184" cy="202" rx="56" ry="14" fill="none" stroke="#43494e" stroke-width="2"/>
<ellipse cx="184" cy="201" rx="34" ry="9" fill="${accent}"/><circle cx="184" cy="200" r="3" fill="#222"/>
<path d="M302 180l-18 34-52 2" fill="none" stroke="${metal}" stroke-width="7"/><circle cx="303" cy="180" r="12" fill="${metal}"/>
<circle cx="312" cy="274" r="13" fill="${metal}"/><circle cx="84" cy="274" r="8" fill="${ink}"/><rect x="72" y="312" width="34" height="16" rx="5" fill="#22262a"/><rect x="294" y="312" width="34" height="16" rx="5" fill="#22262a"/>`,

	'digital-radios': ({ main, dark, metal, ink }) => `
<path d="M132 128L292 62" stroke="${metal}" stroke-width="6"/><circle cx="292" cy="62" r="6" fill="${metal}"/>
<rect x="64" y="124" width="272" height="202" rx="30" fill="${main}"/><rect x="86" y="148" width="120" height="154" rx="16" fill="${dark}"/>
<g fill="${ink}">${Array.from({ length: 30 }, (_, index) => `<circle cx="${104 + (index % 5) * 21}" cy="${168 + Math.floor(index / 5) * 23}" r="5"/>`).join('')}</g>
<rect x="226" y="150" width="90" height="50" rx="8" fill="#1f2a26"/><text x="271" y="184" font-family="monospace" font-size="28" fill="#9fe0b8" text-anchor="middle">7:45</text>
<circle cx="271" cy="254" r="38" fill="${metal}"/><path d="M271 254v-26" stroke="#555b60" stroke-width="6"/>`,

	'usb-microphones': ({ main, dark, ink, light }) => `
<rect x="146" y="64" width="108" height="196" rx="54" fill="${main}"/><path d="M146 160h108" stroke="#aab0b5" stroke-width="8"/>
<g stroke="${dark}" stroke-width="3">${Array.from({ length: 6 }, (_, index) => `<path d="M${160 + index * 16} 84v66"/>`).join('')}<path d="M152 100h96M150 122h100M150 144h100"/></g>
<path d="M120 176v30c0 104 160 104 160 0v-30" fill="none" stroke="${ink}" stroke-width="12"/><path d="M200 284v34" stroke="${ink}" stroke-width="16"/>
<ellipse cx="200" cy="324" rx="74" ry="13" fill="${ink}"/><circle cx="200" cy="206" r="12" fill="${light}"/><circle cx="200" cy="206" r="5" fill="#6fc28a"/>`,
};
