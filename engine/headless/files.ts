import { catalog } from '../components/catalog.ts'
import { drawingLimits, readDrawing, readDrawingToShow } from '../document/index.ts'
import type { ReadDrawing } from '../document/index.ts'
import { jsonFaultAt, readJson } from '../document/values/json.ts'
import { isObject } from '../document/props/props.ts'
import { messageWords } from '../schema/index.ts'
import type { Parsed, Problem } from '../schema/index.ts'
import { CliError, type Call } from './command.ts'
import { localize } from './language.ts'
import { getLineAt, findLineOfPath } from './places.ts'
import { codeWords, words } from './words.ts'

/** A file with a drawing, either directly or under the key `drawing` as in samples and server responses. */
export interface DrawingFile {
  readonly file: string
  readonly text: string
  /** Prefix of the paths of problems. */
  readonly prefix: '' | 'drawing.'
  readonly raw: Parsed<unknown>
}

/**
 * Reads and parses a drawing file. Invalid JSON is returned in `raw.problems`. Throws `CliError` if the file cannot be
 * read.
 */
export function openFile(call: Call, file: string): DrawingFile {
  const text = call.readText(file)
  const raw = parseRaw(text)
  const inner = raw.problems ? undefined : unwrapDrawing(raw.value)
  return inner === undefined
    ? { file, text, prefix: '', raw }
    : { file, text, prefix: 'drawing.', raw: { value: inner } }
}

/** Opens all files of a call. Files that cannot be opened are reported, and `isWhole` is then false. */
export function openEach(call: Call): { readonly files: readonly DrawingFile[]; readonly isWhole: boolean } {
  const files = call.files.flatMap((file) => {
    try {
      return [openFile(call, file)]
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      call.writeMessage(localize(error.words, call.language, error.filling))
      return []
    }
  })
  return { files, isWhole: files.length === call.files.length }
}

/** Validates the drawing of an opened file against the built-in component types. */
export function readFileDrawing({ raw }: DrawingFile): Parsed<ReadDrawing> {
  return raw.problems ? raw : readDrawing(raw.value, catalog)
}

/**
 * Reads the drawing of a file; undefined if it has problems, which are then printed. With `toShow` a drawing of a newer
 * version is read as far as it is supported, with a warning.
 */
export function readDrawingOrReport(call: Call, file: string, toShow = false): ReadDrawing | undefined {
  const opened = openFile(call, file)
  const read = toShow && !opened.raw.problems ? readDrawingToShow(opened.raw.value, catalog) : readFileDrawing(opened)
  for (const problem of read.problems ?? read.value.warnings)
    call.writeMessage(problemLine(call, opened, problem, !read.problems))
  return read.value
}

/** Formats a problem as `file:line: place: words [code]`, which editors and build logs turn into links. */
export function problemLine(call: Call, opened: DrawingFile, problem: Problem, isWarning = false): string {
  const { path, code, message } = problem
  const place = path === '' ? '' : ` ${opened.prefix}${path}:`
  const warning = isWarning ? ` ${localize(words.warning, call.language)}:` : ''
  return `${opened.file}:${getLine(opened, problem)}:${warning}${place} ${inLanguage(call, code, message)} [${code}]`
}

/** Returns the line of a problem in its file, from 1. Problems without a position return line 1. */
export function getLine({ text, prefix, raw }: DrawingFile, { path, code }: Problem): number {
  if (code === 'drawing.syntax') return getLineAt(text, jsonFaultAt(text.replace(/^\ufeff/, '')))
  return raw.problems ? 1 : findLineOfPath(text, `${prefix}${path}`)
}

function inLanguage({ language }: Call, code: string, message: string): string {
  if (language === 'en') return message
  const chinese = codeWords[code]
  return messageWords[message] ?? (chinese ? `${chinese}（${message}）` : message)
}

function parseRaw(text: string): Parsed<unknown> {
  const { textLength, depth } = drawingLimits
  if (text.length <= textLength) return readJson(text, depth)
  return {
    problems: [{ path: '', code: 'drawing.tooLarge', message: `the text has more than ${textLength} characters` }],
  }
}

function unwrapDrawing(raw: unknown): unknown {
  return isObject(raw) && isObject(raw['drawing']) && !('components' in raw) ? raw['drawing'] : undefined
}
