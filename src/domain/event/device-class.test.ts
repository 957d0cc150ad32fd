import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from 'playwright-core';
import { type DeviceClass, toDeviceClass } from './device-class.ts';

const agents: readonly (readonly [DeviceClass | null, string])[] = [
	[
		'desktop',
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
	],
	[
		'desktop',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
	],
	['desktop', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
	[
		'desktop',
		'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
	],
	['desktop', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Tablet PC 2.0)'],
	[
		'mobile',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
	],
	[
		'mobile',
		'Mozilla/5.0 (iPad; CPU OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1',
	],
	[
		'mobile',
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
	],
	[
		'mobile',
		'Mozilla/5.0 (Linux; Android 13; CMG101) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36',
	],
	[
		'mobile',
		'Mozilla/5.0 (Linux; Android 11; KFTUWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/118.1.77 like Chrome/118.0.5993.111 Safari/537.36',
	],
	[
		'mobile',
		'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile',
	],
	['mobile', 'Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
	['mobile', 'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1/32.0; U; en) Presto/2.8.119 Version/11.10'],
	['mobile', 'Dalvik/2.1.0 (Linux; U; Android 13; SM-S901B Build/TP1A.220624.014)'],
	['mobile', 'TuneIn Radio/27.1.0; iPad6,3; iPadOS/16.6'],
	[
		null,
		'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
	],
	[null, 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/6.0 TV Safari/538.1'],
	[
		null,
		'Mozilla/5.0 (Linux; Android 9; AFTMM) AppleWebKit/537.36 (KHTML, like Gecko) Silk/106.4.1 like Chrome/106.0.5249.170 Safari/537.36',
	],
	[null, 'python-requests/2.31.0'],
	[null, ''],
];

for (const [device, userAgent] of agents) {
	test(`${device ?? 'unknown'}: ${userAgent}`, () => assert.equal(toDeviceClass(userAgent), device));
}

test('agrees with the list of devices that a browser can imitate', () => {
	const listed = Object.entries(devices);
	assert.ok(listed.length > 100);
	for (const [name, { userAgent, isMobile }] of listed) {
		assert.equal(toDeviceClass(userAgent), isMobile ? 'mobile' : 'desktop', name);
	}
});

test('ignores everything after the first 512 characters', () => {
	assert.equal(toDeviceClass(`${'x'.repeat(512)} Android`), null);
});
