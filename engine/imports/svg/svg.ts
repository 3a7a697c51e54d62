import type { Importer } from '../importer.ts'

/** SVG files, and other XML files for a precise error message. */
export const svg: Importer = {
  id: 'svg',
  endings: ['.svg'],
  detect: ({ text }) => text !== undefined && /^\ufeff?\s*</.test(text),
  load: async () => (await import('./importSvg.ts')).importSvg,
}
