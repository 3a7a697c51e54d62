import { expect, it } from 'vitest'
import { safeUrl } from './url.ts'

it.each([
  '',
  'https://example.org/a?b#c',
  'HTTP://10.0.0.1:8080',
  '/files/a.png',
  'a.png',
  './a..b/c',
  '?x=1',
  '#top',
  'docs/a?next=../b',
])('allows %s', (url) => {
  expect(safeUrl(url)).toBe(url)
})

it.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  '  javascript:alert(1)',
  'java\u200bscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '//evil/x.png',
  '/\\evil',
  '\\\\evil',
  '\t//evil',
  '../../db.sqlite',
  'a/../../b',
  '%2e%2E/a',
  'vbscript:x',
  'https:evil',
  'http:///x',
  'blob:https://a',
  `https://a/${'x'.repeat(3000)}`,
])('refuses %s', (url) => {
  expect(safeUrl(url)).toBeUndefined()
})

it('gives an address as a browser would read it', () => {
  expect(safeUrl(' https://exa\nmple.org ')).toBe('https://example.org')
})
