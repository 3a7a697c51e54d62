import { createThinning } from './logThinning.ts'

/** Structured log with one JSON line per event, written to standard error. */
export interface Log {
  info(message: string, details?: Details): void
  warn(message: string, details?: Details): void
  error(message: string, details?: Details): void
}

type Details = Readonly<Record<string, unknown>>

const levels = ['info', 'warn', 'error', 'silent'] as const
export type Level = (typeof levels)[number]

export const isLevel = (text: string): text is Level => levels.some((level) => level === text)

/**
 * Creates a log with a minimum level. Repeated warnings and errors are summarized (`logThinning.ts`). Secrets, tokens
 * and credentials in URLs are redacted.
 */
export function createLog(minLevel: Level, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const writeEntry = ({
    level,
    message,
    details,
  }: {
    readonly level: Level
    readonly message: string
    readonly details: Details
  }): void => write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...details }, redact)}\n`)
  const thin = createThinning(writeEntry)
  const line =
    (level: Level) =>
    (message: string, details: Details = {}) => {
      if (levels.indexOf(level) < levels.indexOf(minLevel)) return
      if (level === 'info') writeEntry({ level, message, details })
      else thin({ level, message, details })
    }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

const mask = '***'
const secretName = /pass(?:word|phrase)|secret|token|authorization|cookie|credential/i
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${mask}`],
  [/\bmimic_[\w-]{20,}/g, mask],
  [/([?&][\w.-]*(?:token|jwt|pass(?:word)?|secret|key|sign(?:ature)?)=)[^&#\s"]*/gi, `$1${mask}`],
  [/(:\/\/[^/\s:@"]+:)[^@/\s"]+@/g, `$1${mask}@`],
]

/** Redacts secrets and serializes errors, which have no enumerable fields. */
function redact(name: string, value: unknown): unknown {
  if (secretName.test(name) && value !== null && value !== undefined && typeof value !== 'boolean') return mask
  if (typeof value === 'string')
    return secretTexts.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value)
  if (!(value instanceof Error)) return value
  return {
    name: value.name,
    message: value.message,
    stack: value.stack,
    ...('code' in value ? { code: value.code } : {}),
    ...(value.cause === undefined ? {} : { cause: value.cause }),
  }
}
