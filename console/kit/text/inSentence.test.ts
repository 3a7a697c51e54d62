import { expect, it } from 'vitest'
import { inSentence } from './inSentence.ts'

it('lowercases a name inside a sentence, except words that are always capitalized', () => {
  expect(
    [
      'Scene linkage',
      'API token',
      'Event ID',
      'QoS',
      'IP',
      'SOC of A',
      '配电箱',
      'OPC installation',
      'Chinese label',
    ].map(inSentence),
  ).toEqual([
    'scene linkage',
    'API token',
    'event ID',
    'QoS',
    'IP',
    'SOC of A',
    '配电箱',
    'OPC installation',
    'Chinese label',
  ])
})
