import { expect, it } from 'vitest'
import { SerializedResponse } from './serializedAnswer.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('writes the same JSON as if its fields were values', () => {
  const written = (answer: { write(before: string, after: string): Buffer }): unknown =>
    JSON.parse(answer.write('{"data":', '}').toString())
  expect(
    written(
      new SerializedResponse<{ id: string; name?: string; drawing: object }>(
        { id: 'a"b', name: undefined },
        { drawing: bytes('{"灯":[1]}') },
      ),
    ),
  ).toEqual({ data: { id: 'a"b', drawing: { 灯: [1] } } })
  expect(written(new SerializedResponse<{ a: number; b: number }>({}, { a: bytes('1'), b: bytes('2') }))).toEqual({
    data: { a: 1, b: 2 },
  })
  expect(written(new SerializedResponse<{ a: number }>({ a: 1 }, {}))).toEqual({ data: { a: 1 } })
})
