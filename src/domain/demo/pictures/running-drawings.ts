import type { Drawing, Paint } from './paint.ts';

/** A low shoe from the side, its toe to the right. */
function drawShoe({ main, dark, light, accent }: Paint, sole: string): string {
	return `
<path d="M66 190c10-22 26-36 48-34 20 4 22 24 44 22 22-4 28-26 46-36l30-14c20 40 50 62 92 78 26 10 34 28 32 52l-4 18H72c-16-22-16-60-6-86z" fill="${main}"/>
<path d="M66 190c10-22 26-36 48-34l8 30c-10 26-14 60-8 90H72c-16-22-16-60-6-86z" fill="${dark}"/><path d="M318 206c30 8 42 28 40 52l-4 18h-52c14-22 22-44 16-70z" fill="${dark}" opacity=".7"/>
<path d="M196 150l32 34M178 166l34 32M214 138l32 34" stroke="${accent}" stroke-width="8"/><path d="M142 262c40-52 92-60 150-30" fill="none" stroke="${light}" stroke-width="12"/><path d="M162 270c36-34 72-40 116-20" fill="none" stroke="${accent}" stroke-width="5" opacity=".8"/>${sole}`;
}

export const runningDrawings: Readonly<Record<string, Drawing>> = {
	'road-running-shoes': (paint) =>
		drawShoe(
			paint,
			`<path d="M62 272h298c8 0 10 8 6 18-8 24-24 36-50 36H98c-24 0-40-20-42-42 0-8 2-12 6-12z" fill="#f5f3ee"/><path d="M58 296c70 14 220 16 306 0" fill="none" stroke="${paint.base}" stroke-width="6"/><path d="M84 320h226" stroke="${paint.ink}" stroke-width="9"/>`,
		),

	'trail-running-shoes': (paint) =>
		drawShoe(
			paint,
			`<path d="M62 272h298c8 0 10 8 6 16-6 18-20 26-46 26H96c-24 0-38-14-40-30 0-8 2-12 6-12z" fill="${paint.dark}"/><g fill="${paint.ink}">${Array.from({ length: 12 }, (_, index) => `<path d="M${78 + index * 22} 310h16l-3 20h-10z"/>`).join('')}</g><path d="M60 286h302" stroke="${paint.accent}" stroke-width="5"/>`,
		),

	'running-shirts': ({ main, dark, light, accent }) => `
<path d="M150 88l-70 34-34 78 56 26 20-30v134h156V196l20 30 56-26-34-78-70-34c-14 24-86 24-100 0z" fill="${main}"/><path d="M150 88c14 36 86 36 100 0" fill="none" stroke="${dark}" stroke-width="10"/><path d="M122 196c-6 40-6 90 0 134h26c-14-46-16-100-26-134zM278 196c6 40 6 90 0 134h-26c14-46 16-100 26-134z" fill="${dark}" opacity=".7"/>
<path d="M134 190l132-44v20l-132 44z" fill="${accent}" opacity=".85"/><path d="M104 130l-30 62" stroke="${light}" stroke-width="7" opacity=".6"/>`,

	'running-shorts': ({ main, dark, light, ink, accent }) => `
<path d="M92 110h216l40 196h-116l-32-96-32 96H52z" fill="${main}"/><rect x="90" y="100" width="220" height="30" rx="9" fill="${dark}"/><path d="M192 130c-6 26-10 40-16 52M208 130c6 26 8 36 14 48" fill="none" stroke="${ink}" stroke-width="4"/><path d="M200 130v80" stroke="${dark}" stroke-width="5"/>
<path d="M92 130l-38 176h30c14-60 22-110 26-176zM308 130l38 176h-30c-14-60-22-110-26-176z" fill="${accent}" opacity=".55"/><path d="M134 146l-14 110" stroke="${light}" stroke-width="7" opacity=".5"/>`,

	'running-tights': ({ main, dark, light, accent }) => `
<path d="M132 70h136c10 90 10 170-10 260h-44l-14-170-14 170h-44c-20-90-20-170-10-260z" fill="${main}"/><rect x="130" y="64" width="140" height="30" rx="9" fill="${dark}"/><path d="M136 96c-4 84 0 150 20 232M264 96c4 84 0 150-20 232" fill="none" stroke="${accent}" stroke-width="7" opacity=".75"/><path d="M200 96v64" stroke="${dark}" stroke-width="5"/><path d="M166 110c-4 60-2 110 6 160" fill="none" stroke="${light}" stroke-width="7" opacity=".45"/><path d="M146 238h38M216 238h38" stroke="${dark}" stroke-width="4"/>`,

	'hydration-vests': ({ main, dark, light, ink, accent }) => `
<path d="M118 76c20-12 40-10 44 8 4 40 12 60 28 78v160c-60 14-98 6-108-22-10-80 0-180 36-224zM282 76c-20-12-40-10-44 8-4 40-12 60-28 78v160c60 14 98 6 108-22 10-80 0-180-36-224z" fill="${main}"/>
<path d="M108 190h66v92h-66zM226 190h66v92h-66z" fill="${dark}"/><rect x="120" y="132" width="40" height="122" rx="16" fill="#cfe6ee" opacity=".9"/><rect x="128" y="112" width="24" height="26" rx="7" fill="#3b8fb5"/><rect x="240" y="132" width="40" height="122" rx="16" fill="#cfe6ee" opacity=".9"/><rect x="248" y="112" width="24" height="26" rx="7" fill="#3b8fb5"/>
<path d="M166 184h68M166 270h68" stroke="${ink}" stroke-width="8"/><rect x="192" y="178" width="18" height="13" rx="3" fill="${accent}"/><rect x="192" y="264" width="18" height="13" rx="3" fill="${accent}"/><path d="M104 120c-10 30-12 60-12 92" fill="none" stroke="${light}" stroke-width="7" opacity=".6"/>`,

	'gps-watches': ({ main, dark, ink, metal, light, random }) => `
<path d="M150 132l12-78h76l12 78zM150 266l12 74h76l12-74z" fill="${main}"/><path d="M176 300v24M200 300v24M224 300v24" stroke="${dark}" stroke-width="7"/><rect x="290" y="176" width="20" height="20" rx="6" fill="${metal}"/><rect x="290" y="208" width="20" height="20" rx="6" fill="${metal}"/>
<circle cx="200" cy="200" r="98" fill="${metal}"/><circle cx="200" cy="200" r="86" fill="${ink}"/><circle cx="200" cy="200" r="78" fill="#101417"/>
<path d="M200 200m-66 0a66 66 0 1 1 ${Math.round(40 + random() * 60)} 54" fill="none" stroke="#66d19e" stroke-width="8"/><text x="200" y="204" font-family="monospace" font-size="40" font-weight="bold" fill="#f4f7f5" text-anchor="middle">10:24</text><text x="200" y="234" font-family="monospace" font-size="19" fill="#8fd3ef" text-anchor="middle">12.6 km</text><path d="M128 150c14-24 34-38 58-42" fill="none" stroke="${light}" stroke-width="5" opacity=".5"/>`,

	'running-caps': ({ main, dark, light, accent }) => `
<path d="M84 252c-4-110 60-150 124-150 70 0 108 60 104 150z" fill="${main}"/><path d="M208 102c-34 30-50 80-50 150h72c2-70-2-116-22-150z" fill="${dark}" opacity=".45"/><path d="M200 248c60-20 130-12 172 24 8 8 2 16-10 16-60 0-110-4-166-18z" fill="${dark}"/><path d="M84 236h228" stroke="${dark}" stroke-width="8"/><circle cx="208" cy="102" r="9" fill="${dark}"/>
<g fill="${light}" opacity=".5">${Array.from({ length: 12 }, (_, index) => `<circle cx="${106 + (index % 4) * 12}" cy="${180 + Math.floor(index / 4) * 13}" r="3.6"/>`).join('')}</g><path d="M252 206l22-30 22 30z" fill="${accent}"/>`,
};
