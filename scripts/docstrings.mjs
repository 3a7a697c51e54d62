// Reports exported functions, classes, interfaces and types of engine/ and contract/ without a docstring. Part of `npm run lint`.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'

const root = resolve(import.meta.dirname ?? '.', '..')
const kinds = new Set(['FunctionDeclaration', 'ClassDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'])
const skippedFolders = new Set(['node_modules', 'dist', 'docs', 'examples', 'testing'])

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listSources(path)
    return /\.tsx?$/.test(path) && !path.endsWith('.test.ts') ? [path] : []
  })
}

/** @param {string} path @returns {string[]} */
function findUndocumented(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const ends = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map(({ end }) => end)
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !kinds.has(statement.declaration?.type ?? '')) return []
    if (ends.some((end) => end <= statement.start && text.slice(end, statement.start).trim() === '')) return []
    return [
      `${path}:${text.slice(0, statement.start).split('\n').length}: ${statement.declaration.id?.name} has no docstring`,
    ]
  })
}

const findings = ['engine', 'contract'].flatMap(listSources).flatMap(findUndocumented)
for (const finding of findings) console.error(finding)
process.exitCode = findings.length > 0 ? 1 : 0
