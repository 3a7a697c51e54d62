import { expect, it } from 'vitest'
import { ApiError } from '../../../contract/errors.ts'
import { readBody } from './json.ts'
import { ownCpuMs } from '../../../tests/support/server/cpu.ts'

const read = (text: string): unknown => readBody(Buffer.from(text))

function problemOf(text: string): string {
  try {
    read(text)
  } catch (cause) {
    if (cause instanceof ApiError) return `${cause.error} ${cause.problems?.[0]?.code} ${cause.problems?.[0]?.message}`
    throw cause
  }
  return 'none'
}

it.each([
  '{"a":1}',
  '[]',
  'null',
  '"x"',
  '1',
  '{"a":{"a":[{"a":"{\\"a\\":1,\\"a\\":2}"}]}}',
  '{"":0,"\\u0061":1}',
  `\ufeff{"a":1}`,
  '{"key":"constructor"}',
])('reads %s as any parser would', (text) => {
  expect(read(text)).toEqual(JSON.parse(text.replace('\ufeff', '')))
})

it('takes no body for undefined', () => {
  expect(read('')).toBeUndefined()
  expect(read(' \n')).toBeUndefined()
})

it.each([
  ['{"a":1,"a":2}', 'input.json duplicate duplicate key at character 7'],
  ['{"a":1,"\\u0061":2}', 'input.json duplicate duplicate key at character 7'],
  ['[{"x":{"__proto__":{}}}]', 'input.json key the key at character 7 is not allowed'],
  ['{"prototype":1}', 'input.json key the key at character 1 is not allowed'],
  ['['.repeat(65), 'input.json depth more than 64 brackets are open at character 64'],
  ['{"a":1', 'input.json syntax invalid JSON at character 6'],
  ['{"a":1}}', 'input.json syntax invalid JSON at character 7'],
  ['{"a', 'input.json syntax'],
])('refuses %s with its place', (text, problem) => {
  expect(problemOf(text)).toContain(problem)
})

it('refuses more objects and lists than the caller allows', () => {
  expect(readBody(Buffer.from('[{},[]]'), 3)).toEqual([{}, []])
  expect(() => readBody(Buffer.from('[{},[]]'), 2)).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ code: 'size', message: 'more than 2 objects and lists at character 4' })],
    }),
  )
})

it('reads ten megabytes within a second or so, and a hundred thousand brackets at once', () => {
  const components = Array.from({ length: 60_000 }, (_, i) => ({
    id: `component-${i}`,
    type: 'rect',
    props: { text: 'some "quoted" text', x: i * 1.5, y: i },
  }))
  const text = JSON.stringify({ components })
  const from = ownCpuMs()
  expect(read(text)).toEqual({ components })
  expect(ownCpuMs() - from).toBeLessThan(5_000)
  const hostile = ownCpuMs()
  expect(problemOf('['.repeat(1_000_000))).toContain('depth')
  expect(ownCpuMs() - hostile).toBeLessThan(500)
})
