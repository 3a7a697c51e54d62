import { expect, test } from 'vitest'
import { render, renderLine } from './render.ts'

test('places are filled in, once, and unknown ones stay to be seen', () => {
  expect(render('{device}: {message} {nothing}', { device: 'Pump {message}', message: 'stopped' })).toBe(
    'Pump {message}: stopped {nothing}',
  )
  expect(render('{constructor} {__proto__}', {})).toBe('{constructor} {__proto__}')
})
test('a subject is one line, so that no header can be added by it', () => {
  expect(renderLine('Alarm {message}', { message: 'hot\r\nBcc: all@example.com' })).toBe(
    'Alarm hot Bcc: all@example.com',
  )
})
