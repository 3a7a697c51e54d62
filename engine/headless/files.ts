import { catalog } from '../components/catalog.ts'
import { drawingLimits, readDrawing, readDrawingToShow } from '../document/index.ts'
import type { ReadDrawing } from '../document/index.ts'
import { jsonFaultAt, readJson } from '../document/json.ts'
import { isObject } from '../document/props.ts'
import { messageWords } from '../schema/index.ts'
import type { Parsed, Problem } from '../schema/index.ts'
import { CliError, type Call } from './command.ts'
import { say } from './language.ts'
import { lineOfIndex, lineOfPath } from './places.ts'
import { codeWords, words } from './words.ts'

/** A file that should hold a drawing: by itself, or under `drawing`, as the samples and the server's answers do. */
export interface DrawingFile {
  readonly file: string
  readonly text: string
  /** What the places of problems in the drawing begin with. */
  readonly prefix: '' | 'drawing.'
  readonly raw: Parsed<unknown>
}

export function openFile(call: Call, file: string): DrawingFile {
  const text = call.readText(file)
  const raw = rawOf(text)
  const inner = raw.problems ? undefined : wrapped(raw.value)
  return inner === undefined ? { file, text, prefix: '', raw } : { file, text, prefix: 'drawing.', raw: { value: inner } }
}

/** All files of a call that can be opened; of the others is told why, and not all is whole. */
export function openEach(call: Call): { readonly files: readonly DrawingFile[]; readonly isWhole: boolean } {
  const files = call.files.flatMap((file) => {
    try {
      return [openFile(call, file)]
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      call.tell(say(error.words, call.language, error.filling))
      return []
    }
  })
  return { files, isWhole: files.length === call.files.length }
}

export function drawingOf({ raw }: DrawingFile): Parsed<ReadDrawing> {
  return raw.problems ? raw : readDrawing(raw.value, catalog)
}

/** The drawing of a file; undefined when it has problems, which have then been told. `toShow`: of one that a newer program wrote what this one knows, which is told as a warning. */
export function drawingOrTold(call: Call, file: string, toShow = false): ReadDrawing | undefined {
  const opened = openFile(call, file)
  const read = toShow && !opened.raw.problems ? readDrawingToShow(opened.raw.value, catalog) : drawingOf(opened)
  for (const problem of read.problems ?? read.value.warnings) call.tell(problemLine(call, opened, problem, !read.problems))
  return read.value
}

/** `file:line: place: words [code]`, as editors and build logs make links of it. */
export function problemLine(call: Call, opened: DrawingFile, problem: Problem, isWarning = false): string {
  const { path, code, message } = problem
  const place = path === '' ? '' : ` ${opened.prefix}${path}:`
  const warning = isWarning ? ` ${say(words.warning, call.language)}:` : ''
  return `${opened.file}:${lineOf(opened, problem)}:${warning}${place} ${inLanguage(call, code, message)} [${code}]`
}

export function lineOf({ text, prefix, raw }: DrawingFile, { path, code }: Problem): number {
  if (code === 'drawing.syntax') return lineOfIndex(text, jsonFaultAt(text.replace(/^\ufeff/, '')))
  return raw.problems ? 1 : lineOfPath(text, `${prefix}${path}`)
}

function inLanguage({ language }: Call, code: string, message: string): string {
  if (language === 'en') return message
  const chinese = codeWords[code]
  return messageWords[message] ?? (chinese ? `${chinese}（${message}）` : message)
}

function rawOf(text: string): Parsed<unknown> {
  const { textLength, depth } = drawingLimits
  if (text.length <= textLength) return readJson(text, depth)
  return { problems: [{ path: '', code: 'drawing.tooLarge', message: `the text has more than ${textLength} characters` }] }
}

function wrapped(raw: unknown): unknown {
  return isObject(raw) && isObject(raw['drawing']) && !('components' in raw) ? raw['drawing'] : undefined
}
