import type { Importer } from '../importer.ts'
import { getOwn } from '../untypedJson.ts'

/** Mimic drawings, also wrapped in `{ drawing }` as in samples. */
export const mimic: Importer = {
  id: 'mimic',
  endings: ['.json'],
  detect: ({ data }) => Array.isArray(getOwn(data, 'components')) || getOwn(data, 'drawing') !== undefined,
  load: async () => (await import('./importMimic.ts')).importMimic,
}
