import { expect, it } from 'vitest'
import { fillInputTopic } from './inputTopic.ts'

it('fills the topic of an input with fields of the message', () => {
  expect(fillInputTopic('p/street/d/${id}/up/${kind}', { id: 'pole-1', kind: 7 })).toEqual({
    topic: 'p/street/d/pole-1/up/7',
  })
})

it.each(['a/b', '+', '#', '', ' ', null, undefined, true, { a: 1 }, 'x'.repeat(65)])(
  'refuses %j as a level of a topic',
  (id) => {
    expect(fillInputTopic('a/${id}', { id })).toEqual({ problem: 'id' })
  },
)

it.each([[[]], ['text'], [null]])('has no fields in %j', (body) => {
  expect(fillInputTopic('a/${id}', body)).toEqual({ problem: 'id' })
  expect(fillInputTopic('a/constant', body)).toEqual({ topic: 'a/constant' })
})
