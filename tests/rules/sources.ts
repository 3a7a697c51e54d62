import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file of the repository, its path from the root with forward slashes. */
export interface Source {
  readonly path: string
  readonly text: string
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

const skipped = new Set(['node_modules', 'dist', 'data'])
/** Hidden folders are tools' own, not the project's, but for this one. */
const shownHidden = '.ci'
const script = /\.(ts|tsx|mjs|cjs)$/

/** Every file that is the project's own, in a stable order; `matching` sees the path. */
export function filesOf(matching: (path: string) => boolean): Source[] {
  const paths: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const isHidden = entry.isDirectory() && entry.name.startsWith('.') && entry.name !== shownHidden
      if (isHidden || skipped.has(entry.name)) continue
      const full = join(folder, entry.name)
      if (entry.isDirectory()) walk(full)
      else if (entry.isFile()) paths.push(relative(root, full).split(sep).join('/'))
    }
  }
  walk(root)
  return paths.filter(matching).sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isScript = (path: string): boolean => script.test(path)
/** Tests, benchmarks, what stands beside the code for them only, and examples, which use the engine as others do. */
export const isTest = (path: string): boolean =>
  /^(?:tests|bench|engine\/examples)\/|\.test\.tsx?$|\/testing\/|\/test[A-Z]\w*\.tsx?$/.test(path)

/** The text with comments and, when asked, the insides of strings blanked; length and lines stay as they are. */
export function codeOnly(text: string, blankStrings = false): string {
  // A regular expression literal is kept as it is; what looks like one after a value is a division and harms nothing here.
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  return text.replace(token, (match) => {
    const isComment = match.startsWith('/')
    if (!isComment && !blankStrings) return match
    return match.replace(/[^\n'"`]/g, ' ')
  })
}

export const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Findings as a test shows them: nothing, or one line each. */
export const listed = (findings: readonly string[]): string => findings.join('\n')
