import type { Importer } from '../importer.ts'
import { getOwn } from '../untypedJson.ts'

/** Drawings of @meta2d/core. */
export const meta2d: Importer = {
  id: 'meta2d',
  endings: ['.json'],
  detect: ({ data }) => Array.isArray(getOwn(data, 'pens')),
  load: async () => (await import('./importMeta2d.ts')).importMeta2d,
}
