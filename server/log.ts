/** Where rooms tell what happened: one JSON line each, on the error stream, so that standard output stays for people. */
export interface Log {
  info(message: string, details?: Details): void
  warn(message: string, details?: Details): void
  error(message: string, details?: Details): void
}

type Details = Readonly<Record<string, unknown>>

const levels = ['info', 'warn', 'error', 'silent'] as const
export type Level = (typeof levels)[number]

export const isLevel = (text: string): text is Level => levels.some((level) => level === text)

export function createLog(least: Level): Log {
  const line = (level: Level) => (message: string, details: Details = {}) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...details }, plainError)}\n`)
  }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

/** Errors have no own enumerable fields: without this they would be logged as `{}`. */
function plainError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { name: value.name, message: value.message, stack: value.stack, ...('code' in value ? { code: value.code } : {}) }
}
