import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the repository. The path is relative to the root, with forward slashes. */
export interface Source {
  readonly path: string
  readonly text: string
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

const skipped = new Set(['node_modules', 'dist', 'data'])
/** The only hidden folder that belongs to the project; others belong to tools. */
const shownHidden = '.ci'
const script = /\.(ts|tsx|mjs|cjs)$/

/** Returns all files of the project with a matching path, in a stable order. */
export function listFiles(matching: (path: string) => boolean): Source[] {
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
  return paths
    .filter(matching)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isScript = (path: string): boolean => script.test(path)
/** Returns true for tests, benchmarks, test support code, and examples. */
export const isTest = (path: string): boolean =>
  /^(?:tests|bench|engine\/examples)\/|\.test\.tsx?$|\/testing\/|\/test[A-Z]\w*\.tsx?$/.test(path)

/** Blanks comments, and optionally string contents, keeping length and lines. */
export function codeOnly(text: string, blankStrings = false): string {
  // Regular expression literals are kept. A division that looks like one does no harm.
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  return text.replace(token, (match) => {
    const isComment = match.startsWith('/')
    if (!isComment && !blankStrings) return match
    return match.replace(/[^\n'"`]/g, ' ')
  })
}

export const getLine = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Formats findings for an assertion: empty, or one per line. */
export const listed = (findings: readonly string[]): string => findings.join('\n')
