/** A PostgreSQL log line with the level of the server's log. */
export interface ServerLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
  /** Whether the line explains why PostgreSQL ended. */
  readonly isFatal?: boolean
}

const pattern = /^([0-9A-Z]{5}) (LOG|WARNING|ERROR|FATAL|PANIC|HINT|DETAIL|NOTICE): {2}(.*)$/
/** Only system errors are logged: disk space, memory, I/O, damaged data. The client receives statement errors. */
const machineErrors = /^(?:53|58|XX)/
/** Requested shutdown, and connections during startup. */
const ordinary = new Set(['57P01', '57P03'])

/** Parses a line of PostgreSQL's log; undefined for lines to omit. */
export function readServerLine(line: string): ServerLine | undefined {
  const [, state = '', severity = '', text = ''] = pattern.exec(line) ?? []
  switch (severity) {
    case '':
      return line.trim() === '' || line.startsWith('\t')
        ? undefined
        : { level: 'warn', text: line.trim(), isFatal: /error while loading|cannot execute/.test(line) }
    case 'LOG':
      return { level: 'info', text }
    case 'WARNING':
      return { level: 'warn', text }
    case 'ERROR':
      return machineErrors.test(state) ? { level: 'error', text } : undefined
    case 'FATAL':
    case 'PANIC':
      return ordinary.has(state) ? undefined : { level: 'error', text, isFatal: true }
    default:
      return undefined
  }
}
