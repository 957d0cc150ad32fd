import type { Texts } from '../texts.ts';

export const problems: Texts['problems'] = {
	title: 'Lo que necesita atención',
	none: 'Ahora mismo todo está bien.',
	severities: { error: 'Error', warning: 'Aviso', notice: 'Nota' },
	followers: { search: 'búsqueda', recommendations: 'recomendaciones', statistics: 'estadísticas' },
	waiting: 'El más antiguo lleva esperando {duration}.',
	sentences: {
		index_failing:
			'La construcción del índice {index} de {engine} falla una y otra vez. El registro del servidor dice por qué, y se vuelve a intentar.',
		index_building: {
			one: 'Se está construyendo el índice {index} de {engine}: falta una escritura, y no se busca en él hasta que esté completo.',
			other:
				'Se está construyendo el índice {index} de {engine}: faltan {count} escrituras, y no se busca en él hasta que esté completo.',
		},
		index_rebuilding:
			'El índice {index} de {engine} se está construyendo de nuevo, y mientras tanto se busca en el anterior. Termina por sí solo.',
		index_late: {
			one: 'Las búsquedas en {index} de {engine} todavía no ven un cambio.',
			other: 'Las búsquedas en {index} de {engine} todavía no ven {count} cambios.',
		},
		import_open:
			'Una importación en {index} de {engine} no ha terminado: sus artículos esperan en un índice temporal y, hasta entonces, no se puede cambiar nada más de este motor. Si no hay ninguna importación en curso, termínala en el catálogo.',
		engine_empty: '{engine} no tiene productos: las búsquedas no encuentran nada.',
		searches_in_vain: {
			one: 'El {share} de una búsqueda de {engine} desde ayer no encontró nada.',
			other: 'El {share} de {count} búsquedas de {engine} desde ayer no encontró nada.',
		},
		widget_silent: {
			one: 'El widget {widget} no ha mostrado nada desde ayer; la semana anterior mostró productos una vez.',
			other: 'El widget {widget} no ha mostrado nada desde ayer; la semana anterior mostró productos {count} veces.',
		},
		widget_empty: {
			one: 'El widget {widget} ha respondido sin productos desde ayer.',
			other: '{empty} de {count} respuestas del widget {widget} desde ayer no tenían productos.',
		},
		follower_late: {
			one: 'La parte de {follower} lleva un evento de retraso.',
			other: 'La parte de {follower} lleva {count} eventos de retraso.',
		},
		follower_silent: 'La parte del servidor para {follower} no responde.',
		disk_low: 'El disco se está llenando: quedan {free} de {total}.',
		disk_full: 'El disco está lleno: quedan {free} de {total}. Pronto no se podrá escribir nada más.',
	},
};
