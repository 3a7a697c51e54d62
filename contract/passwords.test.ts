import { expect, test } from 'vitest'
import * as z from 'zod'
import { account } from './system/access.ts'
import { readValues } from './entity/read.ts'
import { limits } from './limits.ts'
import { countCharacters, passwordText } from './passwords.ts'
import { routes } from './routes.ts'

const emoji = (count: number): string => '🌂'.repeat(count)

test('a password is counted by characters as typed: an emoji is one, letter and accent are two, nothing is normalised', () => {
  expect(['seven wet', emoji(8), 'e\u0301', '\u00e9', '密码'].map(countCharacters)).toEqual([9, 8, 2, 1, 2])
})

test('passwords of 8 to 128 emoji are accepted wherever one is chosen or entered', () => {
  const { min, max } = limits.password
  const next = routes['session.password'].body
  const sent = routes['session.signIn'].body
  expect(
    [emoji(max), emoji(max + 1), emoji(min), emoji(min - 1)].map(
      (password) => next?.safeParse({ present: 'x', next: password }).success,
    ),
  ).toEqual([true, false, true, false])
  expect([emoji(max), emoji(max + 1)].map((password) => sent?.safeParse({ account: 'ann', password }).success)).toEqual(
    [true, false],
  )
})

test('the form of an account counts as the routes do', () => {
  const read = (password: string) =>
    readValues(account, { username: 'ann', role: 'operator', password }, 'create')
      .problems?.filter(({ path }) => path === 'password')
      .map(({ code }) => code) ?? []
  expect([emoji(128), emoji(129), emoji(8), emoji(7)].map(read)).toEqual([[], ['length'], [], ['length']])
})

test('the API description contains the length limits, which JSON schema counts the same way', () => {
  expect(z.toJSONSchema(passwordText(limits.password))).toMatchObject({ type: 'string', minLength: 8, maxLength: 128 })
})
