import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PostgresUrlError, toDriverUrl } from './postgres-url.ts';

const base = 'postgres://shop:secret@db.example:5432/shop';

function refusal(url: string): string {
	try {
		toDriverUrl(url);
	} catch (error) {
		assert(error instanceof PostgresUrlError);
		return error.message;
	}
	return 'taken';
}

describe('the URL of a PostgreSQL database', () => {
	it('stays unchanged if it does not mention TLS', () => {
		assert.equal(toDriverUrl(`${base}?options=-c%20search_path%3Dshop`), `${base}?options=-c%20search_path%3Dshop`);
	});

	for (const mode of ['disable', 'prefer', 'require', 'verify-full']) {
		it(`may ask for sslmode=${mode}, which means what it means to libpq`, () => {
			assert.equal(toDriverUrl(`${base}?sslmode=${mode}`), `${base}?sslmode=${mode}&uselibpqcompat=true`);
		});
	}

	it('has the server prove what an authority signed wherever one is named', () => {
		const authority = 'sslrootcert=%2Fca.pem';
		assert.match(toDriverUrl(`${base}?sslmode=prefer&${authority}`), /sslmode=require&sslrootcert/);
	});

	it('may name the authorities of the system', () => {
		const url = toDriverUrl(`${base}?sslmode=verify-full&sslrootcert=system`);
		assert.equal(url, `${base}?sslmode=verify-full&uselibpqcompat=true`);
	});

	it('is refused with an explanation', () => {
		assert.match(refusal(`${base}?sslmode=on`), /^sslmode must be one of disable, prefer, .* not on$/);
		assert.match(refusal(`${base}?sslmode=verify-ca`), /needs the certificate of an authority/);
		for (const url of ['', 'shop', 'mysql://db.example/shop']) assert.match(refusal(url), /must be like postgres:\/\//);
	});

	it('keeps its password to itself when it is refused', () => {
		assert.doesNotMatch(refusal('postgres//shop:secret@db.example'), /secret/);
	});
});
