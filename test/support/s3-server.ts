/**
 * A real server that speaks S3 for tests, on the loopback interface, which we did not make: `moto_server`, as
 * `pip install 'moto[server]'` brings it, by the program that `VITRINE_TEST_S3` names, which must be there then, or by the one
 * of the system. Everything it has is in its memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { gather } from './child-output.ts';
import { killAtExit } from './last-resort.ts';
import { findFreePort } from './postgres-server.ts';
import { waitFor } from './wait-for.ts';

export interface S3Server {
	/** For `VITRINE_SNAPSHOT_URL`; a bucket of its own each time. */
	createBucket(prefix?: string): Promise<string>;
	readonly writer: S3User;
	/** Has no right to write or to remove. */
	readonly reader: S3User;
	signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
	/** Ends it; everything in it is gone. */
	[Symbol.asyncDispose](): Promise<void>;
}

export interface S3User {
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
}

const { VITRINE_TEST_S3: chosen = '', PATH: path = '' } = process.env;
/** Those that make the users; afterwards a guarded server asks for rights. */
const unguardedRequestCount = 6;
const region = 'us-east-1';

/** For `skip` of a test: false, or why there is no such server. */
export function whyNoS3(): string | false {
	return findProgram() === undefined && 'moto_server is not installed';
}

function findProgram(): string | undefined {
	if (chosen !== '') return chosen;
	return path
		.split(delimiter)
		.map((folder) => join(folder, 'moto_server'))
		.find(existsSync);
}

/**
 * @param isGuarded whether it checks signatures and rights. Then it takes the signature of a query with a slash for a wrong one:
 * it compares with the query that it has decoded, where Amazon says that slashes there are encoded.
 */
export async function startS3({ isGuarded = false } = {}): Promise<S3Server> {
	const port = await findFreePort();
	const origin = `http://127.0.0.1:${port}`;
	const server = spawn(findProgram() ?? 'moto_server', ['-H', '127.0.0.1', '-p', String(port)], {
		env: { ...process.env, ...(isGuarded && { INITIAL_NO_AUTH_ACTION_COUNT: String(unguardedRequestCount) }) },
	});
	killAtExit(server);
	const errors = gather(server.stderr);
	await waitFor(
		'an answer of moto_server',
		async () => (await fetch(`${origin}/moto-api/data.json`).catch(() => undefined))?.status ?? errors(),
		(status) => typeof status === 'number',
	);
	const writer = await createUser(origin, 'writer', ['s3:*']);
	const reader = await createUser(origin, 'reader', ['s3:GetObject', 's3:ListBucket']);
	const client = new AwsClient({ ...writer, service: 's3', region });
	let bucketCount = 0;
	return {
		...{ writer, reader },
		async createBucket(prefix = '/some/prefix') {
			bucketCount += 1;
			const name = `bucket-${bucketCount}`;
			await check(await client.fetch(`${origin}/${name}`, { method: 'PUT' }));
			return `s3://${name}${prefix}?endpoint=${encodeURIComponent(origin)}`;
		},
		signal: (signal) => void server.kill(signal),
		async [Symbol.asyncDispose]() {
			if (server.exitCode !== null || server.signalCode !== null) return;
			const ended = once(server, 'exit');
			server.kill('SIGKILL');
			await ended;
		},
	};
}

async function createUser(origin: string, name: string, actions: readonly string[]): Promise<S3User> {
	const client = new AwsClient({ accessKeyId: 'nobody', secretAccessKey: 'yet', service: 'iam', region });
	const call = async (action: string, parameters: Readonly<Record<string, string>> = {}): Promise<string> => {
		const body = new URLSearchParams({ Action: action, Version: '2010-05-08', UserName: name, ...parameters });
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		return check(await client.fetch(`${origin}/`, { method: 'POST', body: String(body), headers }));
	};
	await call('CreateUser');
	const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }] };
	await call('PutUserPolicy', { PolicyName: 'tests', PolicyDocument: JSON.stringify(policy) });
	const key = await call('CreateAccessKey');
	const read = (element: string) => new RegExp(`<${element}>([^<]+)<`).exec(key)?.[1] ?? '';
	return { accessKeyId: read('AccessKeyId'), secretAccessKey: read('SecretAccessKey') };
}

async function check(answer: Response): Promise<string> {
	const text = await answer.text();
	if (answer.status !== 200) throw new Error(`moto_server answers ${answer.status}: ${text}`);
	return text;
}
