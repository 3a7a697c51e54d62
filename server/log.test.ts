import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(message: string, details: Readonly<Record<string, unknown>>): string {
  const lines: string[] = []
  createLog('info', (line) => lines.push(line)).info(message, details)
  return lines.join('')
}

it('redacts secrets anywhere in a log line', () => {
  const token = `mimic_${'x'.repeat(43)}`
  const line = logged(`called with ${token}`, {
    password: 'hunter22',
    nested: { apiToken: 'abc', list: [{ Authorization: 'Bearer deep' }] },
    header: 'Bearer eyJhbGciOi.x-y_z',
    url: '/single?AppKey=shop&Jwt=eyJ0',
    database: 'postgres://mimic:hunter22@db/x',
    cause: new Error(`refused ${token}`, { cause: new Error('Basic aGVsbG8=') }),
  })
  for (const secret of ['hunter22', 'abc', 'deep', 'eyJhbGciOi', 'eyJ0', token, 'aGVsbG8'])
    expect(line).not.toContain(secret)
  expect(line).toContain('"password":"***"')
  expect(line).toContain('postgres://mimic:***@db/x')
})

it('keeps a line one line and leaves the rest as it is', () => {
  const line = logged('line\r\nfeed', { route: 'drawing.list', status: 200, ms: 1.5, hasPassword: true })
  expect(line.split('\n')).toHaveLength(2)
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    message: 'line\r\nfeed',
    route: 'drawing.list',
    status: 200,
    ms: 1.5,
    hasPassword: true,
  })
})

it('logs nothing below its level', () => {
  const lines: string[] = []
  const log = createLog('error', (line) => lines.push(line))
  log.info('a')
  log.warn('b')
  log.error('c')
  expect(lines).toHaveLength(1)
})
