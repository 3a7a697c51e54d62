import type { Problem, Words } from '@mimic/engine/schema'
import { errors, type ErrorName, isErrorName, type Presentation } from '../../contract/errors.ts'

/** A problem as the server tells it; of a declared field in both languages. */
export interface LocalizedProblem extends Problem {
  readonly words?: Words
}

/** What a failed call throws: the code to decide by, the words to show and how they want to be shown. */
export class CallFailure extends Error {
  readonly status: number
  /** The body's code (601: an input to mend), the HTTP status where there is no body, 0 without an answer. */
  readonly code: number
  readonly error: ErrorName | null
  readonly words: Words
  readonly manner: Presentation
  readonly problems: readonly LocalizedProblem[]
  /** What the screen needs to go on, by error: a conflict names the newer revision. */
  readonly detail: Readonly<Record<string, string | number>>

  constructor(fields: FailureFields) {
    super(fields.words.en)
    this.name = 'CallFailure'
    this.status = fields.status
    this.code = fields.code
    this.error = fields.error
    this.words = fields.words
    this.manner = fields.manner
    this.problems = fields.problems ?? []
    this.detail = fields.detail ?? {}
  }

  /** No answer, or one of a server or proxy that broke off: it may have done what it was asked. */
  get isUnsure(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

export interface FailureFields {
  readonly status: number
  readonly code: number
  readonly error: ErrorName | null
  readonly words: Words
  readonly manner: Presentation
  readonly problems?: readonly LocalizedProblem[] | undefined
  readonly detail?: Readonly<Record<string, string | number>> | undefined
}

/** A failure that the browser itself finds out, by its entry in the table of errors. */
export function ownFailure(error: ErrorName): CallFailure {
  const { status, code, words, manner } = errors[error]
  return new CallFailure({ status, code, error, words, manner })
}

/** The failure that an answer's body tells of. */
export function answeredFailure(status: number, body: Readonly<Record<string, unknown>>): CallFailure {
  const name = typeof body['error'] === 'string' && isErrorName(body['error']) ? body['error'] : null
  const code = typeof body['code'] === 'number' ? body['code'] : status
  return new CallFailure({
    status,
    code,
    error: name,
    words: wordsOf(name, code, body),
    manner: name === null ? presentationOf(code) : errors[name].manner,
    problems: readProblems(body['problems']),
    detail: readDetail(body['detail']),
  })
}

/** 500: error toast. 601: warning toast. Any other: notification (specification, section 8). */
export function presentationOf(code: number): Presentation {
  if (code === 500) return 'toast'
  return code === 601 ? 'warning' : 'notification'
}

/** The words come from the table by code, then the body's msg or message, then a default (specification, section 8). */
function wordsOf(name: ErrorName | null, code: number, body: Readonly<Record<string, unknown>>): Words {
  if (name !== null) return errors[name].words
  const listed = wordsByCode.get(code)
  if (listed) return listed
  const said = [body['msg'], body['message']].find((text) => typeof text === 'string' && text !== '')
  return typeof said === 'string' ? { en: said, zh: said } : errors['server.failed'].words
}

const wordsByCode: ReadonlyMap<number, Words> = new Map([
  [401, { en: 'Authentication failed, cannot access system resources', zh: '认证失败，无法访问系统资源' }],
  [403, errors['access.denied'].words],
  [404, errors['object.missing'].words],
])

function readProblems(value: unknown): readonly LocalizedProblem[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown) => {
    if (!isRecord(each)) return []
    const { path, code, message, words } = each
    if (typeof path !== 'string' || typeof code !== 'string' || typeof message !== 'string') return []
    return [isWords(words) ? { path, code, message, words: { en: words.en, zh: words.zh } } : { path, code, message }]
  })
}

const isWords = (value: unknown): value is Words => isRecord(value) && typeof value['en'] === 'string' && typeof value['zh'] === 'string'

function readDetail(value: unknown): Readonly<Record<string, string | number>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' || typeof each === 'number' ? [[name, each]] : []))
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
