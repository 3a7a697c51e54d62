import type { Importer } from '../importer.ts'
import { getObject, getObjects, getOwn } from '../untypedJson.ts'

/** Views and projects of FUXA. */
export const fuxa: Importer = {
  id: 'fuxa',
  endings: ['.json', '.fuxap'],
  detect: ({ data }) =>
    typeof getOwn(data, 'svgcontent') === 'string' ||
    Array.isArray(getOwn(getObject(data, 'hmi'), 'views')) ||
    (Array.isArray(getOwn(data, 'views')) &&
      getObjects(data, 'views', 1).some((view) => Object.hasOwn(view, 'svgcontent'))),
  load: async () => (await import('./importFuxa.ts')).importFuxa,
}
