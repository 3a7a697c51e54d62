/** A line of PostgreSQL's log in the levels of the server's log. */
export interface ServerLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
  /** The reason of an end. */
  readonly isFatal?: boolean
}

const pattern = /^([0-9A-Z]{5}) (LOG|WARNING|ERROR|FATAL|PANIC|HINT|DETAIL|NOTICE): {2}(.*)$/
/** Errors of statements are reported to who sent them. Logged are those of the machine: no space, no memory, input and output, damaged data. */
const machineErrors = /^(?:53|58|XX)/
/** An end that was ordered, and clients that come before the start is over. */
const ordinary = new Set(['57P01', '57P03'])

/** Reads a line of PostgreSQL's log; undefined for what the server's log leaves out. */
export function readServerLine(line: string): ServerLine | undefined {
  const [, state = '', severity = '', text = ''] = pattern.exec(line) ?? []
  switch (severity) {
    case '': return line.trim() === '' || line.startsWith('\t') ? undefined : { level: 'warn', text: line.trim(), isFatal: /error while loading|cannot execute/.test(line) }
    case 'LOG': return { level: 'info', text }
    case 'WARNING': return { level: 'warn', text }
    case 'ERROR': return machineErrors.test(state) ? { level: 'error', text } : undefined
    case 'FATAL':
    case 'PANIC': return ordinary.has(state) ? undefined : { level: 'error', text, isFatal: true }
    default: return undefined
  }
}
