import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
	title: 'Iniciar sesión',
	again: 'Tu sesión ha terminado',
	againHint: 'Inicia sesión para continuar. No se pierde nada de lo que has escrito.',
	email: 'Correo electrónico',
	password: 'Contraseña',
	account: 'Cuenta',
	severalAccounts: '¿Tu dirección pertenece a varias cuentas?',
	accountHint:
		'Su ID: está en la página «Tu cuenta» de quien haya iniciado sesión en ella. Solo si la misma dirección pertenece a varias cuentas.',
	withKey: 'Clave de API',
	withPassword: 'Correo',
	ways: 'Formas de iniciar sesión',
	key: 'Clave de API del propietario',
	keyHint: 'No se guarda en el navegador.',
	submit: 'Iniciar sesión',
	code: 'Código',
	codeHint: 'De tu aplicación de autenticación, o uno de tus códigos de recuperación',
	oidc: 'Iniciar sesión con {name}',
	oidcName: 'tu organización',
	link: 'Este enlace inicia tu sesión',
	linkHint: 'Funciona una sola vez.',
	asSomebodyElse:
		'Has iniciado sesión como {name} ({account}). El enlace la inicia, en tu lugar, para la persona a la que está destinado.',
	linkUsed:
		'Este enlace ya se usó o ha caducado. El propietario de la cuenta puede crear otro; en el servidor lo hace «vitrine dashboard link».',
	wrong: 'La dirección, la contraseña o ambas son incorrectas.',
	wrongKey: 'Esta no es una clave válida de un propietario.',
	wrongCode: 'Este código no es válido o ya se usó.',
	tooOften: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
	firstWay: '¿Es la primera vez? El servidor mostró un enlace al arrancar, y «vitrine dashboard link» crea otro.',
	errors: {
		oidc_denied: 'El proveedor no ha iniciado tu sesión.',
		oidc_unknown_user:
			'Ningún usuario de este servidor tiene tu dirección. El propietario de la cuenta puede añadirte.',
		oidc_several_users: 'Usuarios de varias cuentas tienen tu dirección. Indica la cuenta o entra con un enlace.',
		oidc_unverified: 'El proveedor no ha comprobado tu dirección.',
		oidc_expired: 'Ha tardado demasiado o empezó en otro navegador. Inténtalo de nuevo.',
		oidc_unavailable: 'El proveedor no respondió. Inténtalo más tarde.',
		oidc_failed: 'No se pudo iniciar sesión en el proveedor. El registro del servidor tiene el motivo.',
		too_many_requests: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
	},
};
