/**
 * URLs of databases: `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=/etc/ca.pem`.
 *
 * `sslmode` has the same meaning as in every other client of PostgreSQL. The driver at present treats `require` as
 * `verify-full`, and warns that its next major version will not.
 *
 *     no sslmode, disable      no TLS
 *     prefer, require          TLS with any server; with `sslrootcert` it must have a certificate of that authority
 *     verify-ca                the certificate must be of the authority in `sslrootcert`
 *     verify-full              and name the host; without `sslrootcert` of an authority that Node.js trusts
 */
const modes: readonly string[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** An invalid URL; the message never contains the password. */
export class PostgresUrlError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'PostgresUrlError';
	}
}

/**
 * The URL as the driver understands it.
 * @throws {PostgresUrlError}
 */
export function toDriverUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) {
		throw new PostgresUrlError('the URL of a database must be like postgres://user:password@host:5432/database');
	}
	const { searchParams } = url;
	const mode = searchParams.get('sslmode');
	if (mode === null) return url.href;
	if (!modes.includes(mode)) throw new PostgresUrlError(`sslmode must be one of ${modes.join(', ')}, not ${mode}`);
	// In libpq this means the authorities that the system trusts, which is the default here.
	if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
	const hasAuthority = searchParams.has('sslrootcert');
	if (mode === 'verify-ca' && !hasAuthority) {
		throw new PostgresUrlError('sslmode=verify-ca needs the certificate of an authority: sslrootcert=/path/to/ca.pem');
	}
	// The driver verifies nothing for `prefer`, even if an authority is given.
	if (mode === 'prefer' && hasAuthority) searchParams.set('sslmode', 'require');
	searchParams.set('uselibpqcompat', 'true');
	return url.href;
}
