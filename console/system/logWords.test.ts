import { expect, it } from 'vitest'
import { entityOf } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { loggedChanges } from './loggedChanges.ts'
import { loggedAction, loggedObject, loggedUser } from './logWords.ts'

const told = (content: string, name: string, titles: Row['titles'] = {}): (readonly string[])[] | undefined =>
  loggedChanges(content, { entity: entityOf(name), titles })?.map(({ words, before, after }) => [words.zh, ...(before ? [before.zh] : []), after.zh, after.en])

it('says what a line is about and what was done, in the words of the declaration', () => {
  const pole = loggedObject('pole/a1')
  expect([pole.words.en, pole.which]).toEqual(['Pole', 'a1'])
  expect(loggedObject('drawing/pump-house')).toMatchObject({ words: { zh: '组态' }, which: 'pump-house' })
  expect(loggedObject('pole').which).toBe('')
  expect([loggedAction('update', pole.entity).en, loggedAction('disable', entityOf('account')).zh, loggedAction('no such', undefined).en]).toEqual(['Changed', '停用', 'no such'])
})

it('names the installation\'s own parts and who has no account', () => {
  expect([loggedObject('installation/secondStep').whichWords?.zh, loggedObject('cache/tokens').whichWords?.en, loggedUser('server', '', 'create').zh, loggedUser('server', '10.0.0.1', 'create').zh, loggedUser('share', '10.0.0.1', 'share.open').en]).toEqual(['两步验证', 'API tokens', '系统', 'server', 'By a link'])
})

it('reads what changed as before and after, what was made as its values, and leaves what it cannot read', () => {
  expect(told('{"phone":{"before":null,"after":"13800130000"},"roles":{"before":[],"after":["a","b"]}}', 'account', { 'role/a': 'Night', 'role/b': 'Day' })).toEqual([
    ['手机号', '–', '13800130000', '13800130000'], ['附加角色', '–', 'Night、Day', 'Night, Day'],
  ])
  expect(told('{"project":"tunnel","values":{"name":"Pole 1","area":null,"lng":114.03}}', 'pole', { 'project/tunnel': 'North tunnel' })?.map(([, , en]) => en)).toEqual(['North tunnel', 'Pole 1', '114.03'])
  expect([told('', 'account'), told('not JSON', 'account'), told('{}', 'account')]).toEqual([undefined, undefined, []])
})

it('says choices, states, yes and no, rows and permissions in words, and keeps marks for the table', () => {
  expect(told('{"role":"super","secondStep":true}', 'account')).toEqual([['角色', '超级管理员', 'Super administrator'], ['两步验证', '是', 'Yes']])
  expect(told('{"from":"enabled","to":"disabled","values":{}}', 'account')).toEqual([['原状态', '启用', 'Enabled'], ['新状态', '停用', 'Disabled']])
  expect(told('{"projects":{"before":[],"after":[{"project":"p1","role":"manager"}]}}', 'account', { 'project/p1': 'East' })).toEqual([['项目', '–', '(项目: East, 项目角色: 管理用户)', '(Project: East, Role there: Managing user)']])
  expect(told('{"permissions":{"before":"*:*:*","after":"lighting:pole:list\\nlighting:pole:edit\\nno:such:thing"}}', 'role')).toEqual([['权限', '全部权限', 'no:such:thing\n单灯：列表、修改', 'no:such:thing\nPoles: List, Edit']])
  expect(told('{"field":"area"}', 'pole')).toEqual([['字段', '区域', 'Area']])
  expect(loggedChanges('{"hash":"abc","project":"p1"}', { entity: undefined })?.map(({ name, isMark }) => [name, isMark])).toEqual([['project', false], ['hash', true]])
})
