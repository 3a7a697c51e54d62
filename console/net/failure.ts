import type { Problem, Words } from '@mimic/engine/schema'
import { errors, type ErrorName, isErrorName, type Presentation } from '../../contract/errors.ts'

/** A problem reported by the server; bilingual if it concerns a declared field. */
export interface LocalizedProblem extends Problem {
  readonly words?: Words
}

/** Error of a failed call: code, localized text and presentation. */
export class CallFailure extends Error {
  readonly status: number
  /** Code of the body (601: invalid input), the HTTP status without a body, or 0 without a response. */
  readonly code: number
  readonly error: ErrorName | null
  readonly words: Words
  readonly manner: Presentation
  readonly problems: readonly LocalizedProblem[]
  /** Additional data by error, for example the newer revision of a conflict. */
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

  /** True if the request may have been executed: no response, or a 5xx of the server or a proxy. */
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

/** Creates a failure detected in the browser, from its catalogue entry. */
export function ownFailure(error: ErrorName): CallFailure {
  const { status, code, words, manner } = errors[error]
  return new CallFailure({ status, code, error, words, manner })
}

/** Creates a failure from the body of a response. */
export function toCallFailure(status: number, body: Readonly<Record<string, unknown>>): CallFailure {
  const name = typeof body['error'] === 'string' && isErrorName(body['error']) ? body['error'] : null
  const code = typeof body['code'] === 'number' ? body['code'] : status
  return new CallFailure({
    status,
    code,
    error: name,
    words: getMessage(name, code, body),
    manner: name === null ? getPresentation(code) : errors[name].manner,
    problems: readProblems(body['problems']),
    detail: readDetail(body['detail']),
  })
}

/** 500: error toast. 601: warning toast. Any other: notification (specification, section 8). */
export function getPresentation(code: number): Presentation {
  if (code === 500) return 'toast'
  return code === 601 ? 'warning' : 'notification'
}

/**
 * Selects the text: catalogue by error name, table by code, `msg` or `message` of the body, default (specification,
 * section 8).
 */
function getMessage(name: ErrorName | null, code: number, body: Readonly<Record<string, unknown>>): Words {
  if (name !== null) return errors[name].words
  const listed = messageByCode.get(code)
  if (listed) return listed
  const serverMessage = [body['msg'], body['message']].find((text) => typeof text === 'string' && text !== '')
  return typeof serverMessage === 'string' ? { en: serverMessage, zh: serverMessage } : errors['server.failed'].words
}

const messageByCode: ReadonlyMap<number, Words> = new Map([
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

const isWords = (value: unknown): value is Words =>
  isRecord(value) && typeof value['en'] === 'string' && typeof value['zh'] === 'string'

function readDetail(value: unknown): Readonly<Record<string, string | number>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'string' || typeof each === 'number' ? [[name, each]] : [],
    ),
  )
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
