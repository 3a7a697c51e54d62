import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A web font split into files by character ranges. As in a browser, only the files needed are loaded. */
export interface WebFont {
  /** Returns the font files for the characters of a text, by the family name to register them under. */
  filesFor(text: string): ReadonlyMap<string, string>
}

/** Font family of the product's texts. */
export const webFontFamily = 'Noto Sans SC Variable'
const fontPackage = '@fontsource-variable/noto-sans-sc'

/**
 * Finds the web font if its package is installed, else null. It is not a dependency, because most users of the engine
 * render no pictures on a command line.
 */
export function findWebFont(): WebFont | null {
  const require = createRequire(import.meta.url)
  try {
    const index = require.resolve(`${fontPackage}/unicode.json`)
    return webFont(require(index), join(dirname(index), 'files'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

interface Range {
  readonly from: number
  readonly to: number
  readonly part: string
}

/** `ranges`: CSS unicode ranges (`U+4e00-4e3f,U+ff01`) by font file (`[42]`, `latin`). */
function webFont(ranges: Readonly<Record<string, string>>, folder: string): WebFont {
  // As in CSS, the last of several overlapping ranges applies.
  const all = Object.entries(ranges)
    .reverse()
    .flatMap(([name, list]) =>
      list.split(',').map((range): Range => {
        const [from = '', to = from] = range.replace('U+', '').split('-')
        return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), part: name.replace(/[[\]]/g, '') }
      }),
    )
  const getPart = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return all.find(({ from, to }) => code >= from && code <= to)?.part
  }
  const cache = new Map<string, string | undefined>()
  return {
    filesFor(text) {
      const files = new Map<string, string>()
      for (const character of text) {
        if (!cache.has(character)) cache.set(character, getPart(character))
        const part = cache.get(character)
        if (part !== undefined)
          files.set(`${webFontFamily} ${part}`, join(folder, `noto-sans-sc-${part}-wght-normal.woff2`))
      }
      return files
    },
  }
}
