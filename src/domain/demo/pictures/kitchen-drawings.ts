import type { Drawing } from './paint.ts';

export const kitchenDrawings: Readonly<Record<string, Drawing>> = {
	'electric-kettles': ({ main, ink, light, metal }) => `
<path d="M262 130c74-8 86 128 8 152" fill="none" stroke="${ink}" stroke-width="20"/>
<path d="M138 118h118l26 178a20 20 0 0 1-20 22H132a20 20 0 0 1-20-22z" fill="${main}"/>
<path d="M140 132l-52-18 14 66 26 24z" fill="${main}"/><path d="M134 116c0-34 126-34 126 0z" fill="${metal}"/><circle cx="197" cy="86" r="12" fill="${ink}"/>
<path d="M150 142l-14 140" stroke="${light}" stroke-width="10" opacity=".6"/><rect x="108" y="316" width="180" height="14" rx="7" fill="${ink}"/>`,

	'espresso-machines': ({ main, dark, ink, metal, light }) => `
<rect x="88" y="84" width="224" height="246" rx="20" fill="${main}"/><rect x="108" y="176" width="184" height="112" rx="8" fill="${dark}"/>
<rect x="82" y="290" width="236" height="40" rx="10" fill="${metal}"/><path d="M100 304h200" stroke="#6e757b" stroke-width="4"/>
<circle cx="150" cy="126" r="22" fill="${metal}"/><path d="M150 126l9-11" stroke="#333" stroke-width="4"/><circle cx="224" cy="126" r="9" fill="${light}"/><circle cx="254" cy="126" r="9" fill="${light}"/>
<rect x="170" y="172" width="60" height="26" rx="6" fill="${metal}"/><path d="M230 186h74" stroke="${ink}" stroke-width="14"/><path d="M190 198v14M210 198v14" stroke="#3b2a20" stroke-width="5"/>
<path d="M172 236h56l-6 38a10 10 0 0 1-10 8h-24a10 10 0 0 1-10-8z" fill="#f6f3ec"/><path d="M226 246c22-4 20 24-4 24" fill="none" stroke="#f6f3ec" stroke-width="6"/>`,

	'coffee-grinders': ({ main, dark, light, metal, ink }) => `
<path d="M140 72h120l-22 74h-76z" fill="#d9c9b2" opacity=".9"/><path d="M150 104h100l-12 42h-76z" fill="#4a3226"/>
<path d="M134 62h132v14H134z" fill="${ink}"/><rect x="136" y="144" width="128" height="120" rx="16" fill="${main}"/><circle cx="200" cy="196" r="26" fill="${metal}"/><path d="M200 196l14-14" stroke="#444" stroke-width="5"/>
<rect x="152" y="264" width="96" height="62" rx="10" fill="${dark}"/><rect x="164" y="282" width="72" height="34" rx="6" fill="${light}" opacity=".5"/><path d="M152 160v80" stroke="${light}" stroke-width="7" opacity=".6"/>
<rect x="124" y="320" width="152" height="12" rx="6" fill="${ink}"/>`,

	'iron-pans': ({ main, dark, light, ink }) => `
<path d="M262 158l92-76a15 15 0 0 1 20 22l-84 84z" fill="${main}"/><circle cx="358" cy="98" r="7" fill="#e9e3d6"/>
<ellipse cx="180" cy="228" rx="132" ry="98" fill="${ink}"/><ellipse cx="180" cy="220" rx="132" ry="96" fill="${main}"/><ellipse cx="180" cy="222" rx="106" ry="74" fill="${dark}"/>
<path d="M96 196c18-28 52-40 88-40" fill="none" stroke="${light}" stroke-width="8" opacity=".6"/>
<path d="M150 232c-8-22 24-34 42-22 24-8 46 14 30 32 2 24-44 30-54 14-14 4-24-8-18-24z" fill="#fdfaf2"/><circle cx="188" cy="234" r="17" fill="#f1b23c"/>`,

	'stainless-pans': ({ main, light, metal, ink }) => `
<path d="M282 196h92a12 12 0 0 1 0 26h-92z" fill="${ink}"/><path d="M60 186h232v76a58 58 0 0 1-58 58H118a58 58 0 0 1-58-58z" fill="${metal}"/>
<ellipse cx="176" cy="186" rx="116" ry="26" fill="#dfe3e6"/><ellipse cx="176" cy="188" rx="102" ry="19" fill="#8e959b"/>
<path d="M82 158c0-42 188-42 188 0z" fill="${main}"/><rect x="162" y="104" width="28" height="20" rx="9" fill="${ink}"/><path d="M84 212v58" stroke="${light}" stroke-width="9" opacity=".7"/>`,

	'kitchen-knives': ({ metal, ink, main }) => `
<g transform="rotate(-38 200 210)"><path d="M40 190h206v46c-92 6-172-6-206-46z" fill="${metal}"/><path d="M56 198h190" stroke="#fff" stroke-width="3" opacity=".7"/>
<path d="M246 184h110a20 20 0 0 1 0 44H246z" fill="${ink}"/><rect x="240" y="182" width="14" height="56" rx="4" fill="${main}"/><g fill="${metal}"><circle cx="278" cy="206" r="6"/><circle cx="310" cy="206" r="6"/><circle cx="342" cy="206" r="6"/></g></g>`,

	blenders: ({ main, ink, dark, light, accent }) => `
<path d="M132 92h136l-20 148h-96z" fill="#dfeaec" opacity=".85"/><path d="M141 152h118l-12 88h-94z" fill="#e2769a" opacity=".85"/><path d="M264 118c52-4 42 84-6 84" fill="none" stroke="#dfeaec" stroke-width="14" opacity=".9"/>
<rect x="122" y="72" width="156" height="24" rx="10" fill="${ink}"/><path d="M146 104l14 124" stroke="#fff" stroke-width="8" opacity=".8"/>
<path d="M144 240h112l20 88H124z" fill="${main}"/><circle cx="200" cy="290" r="22" fill="${dark}"/><path d="M200 290v-16" stroke="${accent}" stroke-width="5"/><path d="M150 252l-8 56" stroke="${light}" stroke-width="6" opacity=".6"/>`,

	toasters: ({ main, ink, light, metal, dark }) => `
<path d="M116 178c-14-60 0-74 38-74s54 14 40 74zM206 178c-14-60 0-74 38-74s54 14 40 74z" fill="#c98a4b"/><path d="M128 172c-8-44 0-56 26-56s36 12 26 56zM218 172c-8-44 0-56 26-56s36 12 26 56z" fill="#ecc590"/>
<path d="M58 214c0-34 14-48 46-48h192c32 0 46 14 46 48v80c0 18-10 28-28 28H86c-18 0-28-10-28-28z" fill="${main}"/><rect x="100" y="166" width="200" height="14" rx="7" fill="${dark}"/>
<rect x="328" y="204" width="32" height="18" rx="8" fill="${ink}"/><circle cx="282" cy="272" r="22" fill="${metal}"/><path d="M282 272l10-10" stroke="#444" stroke-width="5"/>
<path d="M78 226c2-20 10-30 30-32" fill="none" stroke="${light}" stroke-width="8" opacity=".6"/><rect x="92" y="320" width="34" height="11" rx="5" fill="${ink}"/><rect x="274" y="320" width="34" height="11" rx="5" fill="${ink}"/>`,
};
