/**
 * URLs of databases: `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=/etc/ca.pem`.
 *
 * `sslmode` means here what it means to every other client of PostgreSQL. The driver would take `require` for
 * `verify-full` today, and says that its next major version will not.
 *
 *     no sslmode, disable      no TLS
 *     prefer, require          TLS with whoever answers; with `sslrootcert` it must show a certificate of that authority
 *     verify-ca                the certificate must be of the authority in `sslrootcert`
 *     verify-full              and name the host; without `sslrootcert` of an authority that Node.js trusts
 */
const modes: readonly string[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** A URL that nothing can be connected to; the message never has the password in it. */
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
	// libpq's word for the authorities that the system trusts anyway.
	if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
	const hasAuthority = searchParams.has('sslrootcert');
	if (mode === 'verify-ca' && !hasAuthority) {
		throw new PostgresUrlError('sslmode=verify-ca needs the certificate of an authority: sslrootcert=/path/to/ca.pem');
	}
	// The driver checks nothing for `prefer`, whatever authority is named.
	if (mode === 'prefer' && hasAuthority) searchParams.set('sslmode', 'require');
	searchParams.set('uselibpqcompat', 'true');
	return url.href;
}
