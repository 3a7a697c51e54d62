import { expect, it } from 'vitest'
import { entityOf } from '../../contract/entities.ts'
import { loggedAction, loggedChanges, loggedObject } from './logWords.ts'

it('says what a line is about and what was done, in the words of the declaration', () => {
  const pole = loggedObject('pole/a1')
  expect([pole.words.en, pole.which]).toEqual(['Pole', 'a1'])
  expect(loggedObject('drawing/pump-house')).toMatchObject({ words: { zh: '组态' }, which: 'pump-house' })
  expect(loggedObject('pole').which).toBe('')
  expect([loggedAction('update', pole.entity).en, loggedAction('disable', entityOf('account')).zh, loggedAction('no such', undefined).en]).toEqual(['Changed', '停用', 'no such'])
})

it('reads what changed as before and after, what was made as its values, and leaves what it cannot read', () => {
  const account = entityOf('account')
  expect(loggedChanges('{"phone":{"before":null,"after":"13800130000"},"roles":{"before":[],"after":["a","b"]}}', account)).toEqual([
    { name: 'phone', words: { en: 'Phone', zh: '手机号' }, before: '–', after: '13800130000' },
    { name: 'roles', words: account.fields['roles']?.words, before: '–', after: 'a, b' },
  ])
  expect(loggedChanges('{"project":"tunnel","values":{"name":"Pole 1","area":null,"lng":114.03}}', entityOf('pole'))?.map(({ name, after }) => [name, after])).toEqual([['project', 'tunnel'], ['name', 'Pole 1'], ['lng', '114.03']])
  expect([loggedChanges('', account), loggedChanges('not JSON', account), loggedChanges('{}', account)]).toEqual([null, null, []])
})
