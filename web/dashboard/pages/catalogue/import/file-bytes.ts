/** The bytes of a file and the texts that they are, piece by piece. */

/** Bytes, unpacked where they are packed by gzip. */
async function openBytes(file: Blob, onBytes: (byteCount: number) => void): Promise<ReadableStream<Uint8Array>> {
	const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
	let byteCount = 0;
	const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(bytes, controller) {
			byteCount += bytes.length;
			onBytes(byteCount);
			controller.enqueue(bytes);
		},
	});
	const counted = file.stream().pipeThrough(counter);
	return first === 0x1f && second === 0x8b ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
}

export async function* readTexts(
	file: Blob,
	encoding: string,
	onBytes: (byteCount: number) => void = () => undefined,
): AsyncGenerator<string> {
	const decoder = new TextDecoder(encoding);
	const reader = (await openBytes(file, onBytes)).getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			yield decoder.decode(value, { stream: true });
		}
		yield decoder.decode();
	} finally {
		await reader.cancel();
	}
}

/** The first bytes, some more than the wanted ones. */
export async function readBytes(file: Blob, wantedCount: number): Promise<Uint8Array> {
	const reader = (await openBytes(file, () => undefined)).getReader();
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for (let byteCount = 0; byteCount < wantedCount; ) {
		const { done, value } = await reader.read();
		if (done) break;
		parts.push(value as Uint8Array<ArrayBuffer>);
		byteCount += value.length;
	}
	await reader.cancel();
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}
