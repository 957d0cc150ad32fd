import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBotUserAgent } from './bot-user-agent.ts';

const bots = [
	'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
	'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0.1938.76 Safari/537.36',
	'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
	'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
	'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
	'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
	'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
	'Mozilla/5.0 (compatible; SemrushBot; +http://www.semrush.com/bot.html)',
	'Screaming Frog SEO Crawler',
	'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/94.0 Safari/537.36 Chrome-Lighthouse',
	'Scrapy/2.11.0 (+https://scrapy.org)',
	'robot',
];

const others = [
	'',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
	'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
	'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0 Mobile Safari/537.36',
	'Mozilla/5.0 (Linux; Android 13; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/22.0 Chrome/111.0 Mobile Safari/537.36',
	'MyShop/4.2 okhttp/4.12.0',
	'axios/1.7.2',
	'curl/8.5.0',
	'python-requests/2.31.0',
	'Botanic Shop App/2.0',
];

for (const userAgent of bots) test(`a bot: ${userAgent}`, () => assert.equal(isBotUserAgent(userAgent), true));
for (const userAgent of others) test(`no bot: ${userAgent}`, () => assert.equal(isBotUserAgent(userAgent), false));

test('ignores everything after the first 512 characters', () => {
	assert.equal(isBotUserAgent(`${'x'.repeat(512)} Googlebot/2.1`), false);
});
