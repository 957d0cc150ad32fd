import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../test/support/test-length.ts';
import { FeedError } from './feed-error.ts';
import { splitEntries } from './split-entries.ts';

/** The entries as `line:text`, when the feed comes in chunks of `size` bytes. */
async function split(text: string | Buffer, size = 7, bytesMax = 1000): Promise<string[]> {
	const bytes = Buffer.from(text);
	async function* chunks() {
		for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
	}
	const entries: string[] = [];
	for await (const { line, entry, bytes: text } of splitEntries(chunks(), bytesMax)) {
		// Entries of an array are numbered; JSON lines are identified by their line.
		if (entry !== undefined) assert.equal(entry, entries.length + 1);
		entries.push(`${line}:${text === undefined ? 'too large' : text.toString('utf8')}`);
	}
	return entries;
}

test('JSON lines are split at line breaks, without blank lines, and keep their line numbers', async () => {
	assert.deepEqual(await split('{"id":"1"}\n\n \r\n{"id":"2"}\r\n{"id":"3"}'), [
		'1:{"id":"1"}',
		'4:{"id":"2"}\r',
		'5:{"id":"3"}',
	]);
});

test('an array is split into its entries as written, whatever their strings contain', async () => {
	const text = ' [ {"a":"]},{\\"","b":[1,{"c":2}]} ,\n{"id" : 2.50},\n\n"x,]", 7 ]\n';
	assert.deepEqual(await split(text), ['1:{"a":"]},{\\"","b":[1,{"c":2}]}', '2:{"id" : 2.50}', '4:"x,]"', '4:7 ']);
});

test('an empty file, an empty array and a byte order mark alone have no entries', async () => {
	for (const text of ['', ' \n\n', '[]', '[ ]\n', '\ufeff', '\ufeff[]']) assert.deepEqual(await split(text), []);
});

test('a leading byte order mark is not part of the first entry', async () => {
	assert.deepEqual(await split('\ufeff{"id":"1"}\n', 1), ['1:{"id":"1"}']);
});

test('an entry that is too large is skipped, and the next one is read', async () => {
	const large = JSON.stringify({ id: 'x'.repeat(50) });
	assert.deepEqual(await split(`${large}\n{"id":"2"}\n`, 7, 40), ['1:too large', '2:{"id":"2"}']);
	assert.deepEqual(await split(`[${large},\n{"id":"2"}]`, 7, 40), ['1:too large', '2:{"id":"2"}']);
});

test('a truncated array, or one with anything but commas between its entries, ends the feed', async () => {
	const unclosed = { fault: { code: 'unclosed_array', line: 2 }, message: 'line 2: the array is not closed' };
	await assert.rejects(split('[{"id":"1"},\n{"id"'), unclosed);
	await assert.rejects(split('[{"id":"1"},'), FeedError);
	const badSeparators = [
		['[{"id":"1"}\n{"id":"2"}]', 2, '{'],
		['[{"id":"1"},]', 1, ']'],
		['[{"id":"1"}] {"id":"2"}', 1, '{'],
	] as const;
	for (const [text, line, found] of badSeparators) {
		const fault = { code: 'bad_separator', line, byte: found.charCodeAt(0) };
		await assert.rejects(split(text), { fault }, text);
	}
});

test('JSON lines that are truncated inside an object end the feed, wherever they are cut', async () => {
	const last = Buffer.from('{"id":"é\\u00e9","list":[1,{"a":true},-2.5e3]}');
	for (let length = 1; length < last.length; length += 1) {
		const file = Buffer.concat([Buffer.from('{"id":"1"}\n'), last.subarray(0, length)]);
		const fault = { code: 'cut_off_line', line: 2 };
		await assert.rejects(split(file), { fault }, `${length} bytes of the last line`);
	}
	assert.equal((await split(Buffer.concat([Buffer.from('{"id":"1"}\n'), last]))).length, 2);
});

test('a bad last line that is not a truncated object is an entry like any other', async () => {
	const lines = ['{"id":"2",}', '{"id":"2"}}', 'id,title', '"text', '\ud800', '{"id":"2"'.concat('\n')];
	for (const text of lines) assert.equal((await split(`{"id":"1"}\n${text}`)).length, 2, text);
	assert.equal((await split(Buffer.from([0x7b, 0xff, 0xfe]))).length, 1);
});

test('the entries do not depend on how the bytes are split into chunks, and parse to what the file says', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
			fc.integer({ min: 1, max: 50 }),
			async (items, size) => {
				const texts = items.map((item) => JSON.stringify(item));
				const strip = (entries: string[]) => entries.map((entry) => entry.slice(entry.indexOf(':') + 1));
				assert.deepEqual(strip(await split(texts.join('\n'), size, 1e6)), texts);
				assert.deepEqual(strip(await split(`[${texts.join(' ,\n')}]`, size, 1e6)), texts);
			},
		),
		{ numRuns: chooseLength(20, 1_000) },
	);
});
